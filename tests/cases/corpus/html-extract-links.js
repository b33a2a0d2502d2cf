async () => {
  const html = `<a href="/a">A</a> <a class='x' href='https://b.example/?q=1&amp;r=2' target=_blank>B <b>bold</b></a>
  <A HREF=c.html>C</A><a name="none">no</a><!-- <a href="hidden">h</a> -->`;
  const decode = (s) => s.replace(/&(amp|lt|gt|quot|#(\d+));/g, (all, name, code) => code ? String.fromCodePoint(code) : { amp: '&', lt: '<', gt: '>', quot: '"' }[name]);
  const links = [];
  const clean = html.replace(/<!--[\s\S]*?-->/g, '');
  for (const { groups, index } of clean.matchAll(/<a\b(?<attrs>[^>]*)>(?<body>.*?)<\/a>/gis)) {
    const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(groups.attrs);
    if (!href) continue;
    links.push({ href: decode(href[1] ?? href[2] ?? href[3]), text: groups.body.replace(/<[^>]+>/g, ''), index });
  }
  return links;
}

//= result: [
//=   { href: "/a", text: "A", index: 0 },
//=   { href: "https://b.example/?q=1&r=2", text: "B bold", index: 19 },
//=   { href: "c.html", text: "C", index: 104 },
//= ]
