async () => {
  const base = new URL('https://user:pa%20ss@Example.com:443/a/b/../c/./d?q=1&q=2#frag');
  const relative = ['../x', '/root', '//other.org/p', '?only=query', '#h', 'sub/page?z=ü', 'mailto:a@b.c', 'http:\\\\back\\slash'].map((r) => new URL(r, base).href);
  base.searchParams.append('new key', 'ä&b');
  base.searchParams.delete('q', '1');
  base.hash = '';
  base.port = '8080';
  base.pathname = '/sp ace/%41';
  const bad = ['nope', 'http://', 'http://a b', 'https://[::1'].map((u) => { try { return new URL(u).href; } catch (e) { return `${e.name} ${e.code}`; } });
  return { href: base.href, origin: base.origin, host: [base.host, base.hostname, base.port], user: [base.username, base.password], relative, bad, query: Object.fromEntries(new URLSearchParams('?a=1&b=2&a=3&c')), can: [URL.canParse('x:y'), URL.canParse('/x')] };
}

