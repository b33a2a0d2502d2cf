async () => {
  const text = 'aaabbbbbccddddddddde';
  const rle = text.replace(/(.)\1*/g, (run, c) => (run.length > 1 ? run.length : '') + c);
  const unrle = rle.replace(/(\d+)(.)/g, (_, n, c) => c.repeat(n));
  const counts = [...text].reduce((m, c) => m.set(c, (m.get(c) ?? 0) + 1), new Map());
  let nodes = [...counts].map(([c, n]) => ({ c, n }));
  while (nodes.length > 1) { nodes.sort((a, b) => a.n - b.n || (a.c ?? '~').localeCompare(b.c ?? '~')); const [l, r] = nodes.splice(0, 2); nodes.push({ n: l.n + r.n, l, r }); }
  const codes = {};
  (function walk(node, code) { if (node.c) codes[node.c] = code; else { walk(node.l, code + '0'); walk(node.r, code + '1'); } })(nodes[0], '');
  return { rle, same: unrle === text, bits: [...text].map((c) => codes[c]).join('').length, lengths: Object.fromEntries(Object.entries(codes).map(([c, s]) => [c, s.length])) };
}

//= result: { rle: "3a5b2c9de", same: true, bits: 40, lengths: { d: 1, b: 2, e: 4, c: 4, a: 3 } }
