async () => {
  const o = { a: {}, list: null };
  let missing;
  const text = (f) => { try { f(); return 'none'; } catch (error) { return `${error.name}: ${error.message}`; } };
  return [
    () => missing.x, () => { o.list.x = 1; }, () => missing[0], () => o.a.b.c, () => o.foo(), () => o.a.b(), () => missing(),
    () => new o.X(), () => { for (const x of o) ; }, () => { const [x] = missing; }, () => { const { x } = o.list; },
    () => [...missing], () => later, () => nowhere, () => { const c = 1; c = 2; }, () => Object.keys(null), () => 1n + 1,
    () => o.a.deep(1)(2), () => new (class { constructor() { this.x.y; } })(), () => [1].map((n) => n.a.b),
  ].map(text);
  let later = 1;
}

