async () => {
  const memo = (f) => { const cache = new Map(); return (...a) => { const k = a.join('\u0000'); if (!cache.has(k)) cache.set(k, f(...a)); return cache.get(k); }; };
  const distance = memo((a, b) => !a ? b.length : !b ? a.length : a[0] === b[0] ? distance(a.slice(1), b.slice(1)) : 1 + Math.min(distance(a.slice(1), b), distance(a, b.slice(1)), distance(a.slice(1), b.slice(1))));
  const commands = ['status', 'commit', 'checkout', 'clone'];
  const suggest = (word) => commands.map((c) => [c, distance(word, c)]).filter(([, d]) => d <= 3).sort((x, y) => x[1] - y[1])[0]?.[0] ?? null;
  return ['comit', 'stauts', 'chekout', 'zzzzzzz'].map(suggest);
}

//= result: ["commit", "status", "checkout", null]
