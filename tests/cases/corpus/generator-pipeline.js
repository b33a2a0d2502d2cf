async () => {
  const map = (f) => function* (source) { for (const x of source) yield f(x); };
  const filter = (f) => function* (source) { for (const x of source) if (f(x)) yield x; };
  const take = (n) => function* (source) { if (n === 0) return; let i = 0; for (const x of source) { yield x; if (++i === n) return; } };
  const chunk = (n) => function* (source) { let part = []; for (const x of source) { part.push(x); if (part.length === n) { yield part; part = []; } } if (part.length) yield part; };
  const pipe = (source, ...steps) => steps.reduce((s, f) => f(s), source);
  let closed = false;
  function* naturals() { try { for (let n = 1; ; n++) yield n; } finally { closed = true; } }
  return { result: [...pipe(naturals(), filter((n) => n % 3 === 0), map((n) => n * n), take(5), chunk(2))], closed };
}

//= result: { result: [[9, 36], [81, 144], [225]], closed: true }
