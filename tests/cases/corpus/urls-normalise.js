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

//= result: {
//=   href: "https://user:pa%20ss@example.com:8080/sp%20ace/%41?q=2&new+key=%C3%A4%26b",
//=   origin: "https://example.com:8080",
//=   host: ["example.com:8080", "example.com", "8080"],
//=   user: ["user", "pa%20ss"],
//=   relative: [
//=     "https://user:pa%20ss@example.com/a/x",
//=     "https://user:pa%20ss@example.com/root",
//=     "https://other.org/p",
//=     "https://user:pa%20ss@example.com/a/c/d?only=query",
//=     "https://user:pa%20ss@example.com/a/c/d?q=1&q=2#h",
//=     "https://user:pa%20ss@example.com/a/c/sub/page?z=%C3%BC",
//=     "mailto:a@b.c",
//=     "http://back/slash",
//=   ],
//=   bad: [
//=     "TypeError ERR_INVALID_URL",
//=     "TypeError ERR_INVALID_URL",
//=     "TypeError ERR_INVALID_URL",
//=     "TypeError ERR_INVALID_URL",
//=   ],
//=   query: { a: "3", b: "2", c: "" },
//=   can: [true, false],
//= }
