//! about = "Answers as in Node 24: addresses"

() => {
  const out = {};
  let seed = 3; const rnd = (n) => { seed = (seed + 0x6D2B79F5) | 0; let t = Math.imul(seed ^ (seed >>> 15), 1 | seed); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) % n; };
  const pick = (...list) => list[rnd(list.length)];
  const hosts = ['münchen.de', 'example.com', 'EXAMPLE.com', 'faß.de', '日本語.jp', 'xn--mnchen-3ya.de', '127.0.0.1', '0x7f.1', '256.1.1.1', '[::1]', '[1:2::3]', '[::ffff:1.2.3.4]', 'a_b.c', 'a b', '%41.com', 'ä%00', 'x..y', '-x.y', 'xn--a', 'Ⅷ.com', 'ＡＢＣ.com', 'a\u00adb.c', '☃.net', 'user:p%40ss@h', 'h:80', 'h:0443', 'h:99999', '', 'a%2fb', 'ñ.es:8080', '1.2.3', '4294967295', '4294967296', '😀.io', 'İstanbul.tr', 'a.b.', '\u05d0.com', 'أ.com', '[::g]', 'a<b', 'a^b', 'xn--ls8h.la', 'ß', 'ς.gr', 'a\u200db.com'];
  const all = (u) => [u.href, u.origin, u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname, u.search, u.hash].join(' | ');
  for (let i = 0; i < 150; i++) {
    const text = pick('http://', 'https://', 'ftp://', 'ws://', 'file://', 'foo://', 'http:', 'HTTP:\\\\', 'mailto:', 'data:', 'blob:http://', '  http://', 'file:') + (rnd(4) ? pick(...hosts) : '') + pick('', '/', '/ä/ö?ü=1#ß', '/a/../b/./c', '/%7e%zz', '?q=a b&c="d"<e>', '#f r`"<>', '/a\\b', '/a\tb\n', '?a=\'', '/{}|^~`', ';p=1');
    const base = rnd(3) === 0 ? pick('http://a/b/c/d?e#f', 'file:///C:/x/y', 'mailto:x', 'foo://h/p/q', 'data:text,x') : undefined;
    const key = JSON.stringify([text, base]);
    try { out[key] = all(new URL(text, base)); } catch (e) { out[key] = `${e.name} ${e.code} ${e.message}`; }
    if (URL.canParse(text, base) !== (URL.parse(text, base) !== null)) out[key] += ' PARSE';
  }
  for (let i = 0; i < 60; i++) {
    const start = pick('http://u:p@a.b:81/c?d#e', 'file:///a/b', 'foo:bar', 'foo://h:5/x', 'https://x/', 'mailto:a@b');
    const u = new URL(start); const log = [start];
    for (let k = 0; k < 2; k++) {
      const part = pick('protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash', 'href');
      const value = pick('', 'https', 'http:', 'foo', 'ä b', 'x:90', '80', '443', '65536', '9x', '?a=b#c', '#z', '/p/../q', 'a?b', 'münchen.de', '[::1]:3', 'a/b', ' ', 'ftp://z', '//x/y', null, undefined, 5);
      log.push(part, value);
      try { u[part] = value; } catch (e) { log.push(e.message); }
    }
    out['set ' + JSON.stringify(log)] = all(u);
  }
  for (let i = 0; i < 40; i++) {
    const p = new URLSearchParams(pick('a=1&b=2&a=3', '?x=%20+y&=z&&q', 'ä=ö&%zz=%41', '', 'a', 'a=b=c')); const log = [p.toString()];
    for (let k = 0; k < 4; k++) {
      const m = pick('append', 'set', 'delete', 'has', 'get', 'getAll', 'sort'), args = [pick('a', 'b', 'x', 'ä', '', 'q'), pick('1', '3', 'z z', '~!*()\'', undefined)].slice(0, m === 'append' || m === 'set' ? 2 : 1 + rnd(2));
      let r; try { r = p[m](...args); } catch (e) { r = e.message; }
      log.push(m, args, r === undefined ? null : r);
    }
    out['p ' + JSON.stringify(log)] = [p.toString(), p.size, JSON.stringify([...p])].join(' ');
  }
  return out;
}
