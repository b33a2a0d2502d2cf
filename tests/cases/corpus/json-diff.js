async () => {
  const before = { name: 'app', deps: { a: '1.0', b: '2.0' }, list: [1, 2, 3], gone: true };
  const after = { name: 'app', deps: { a: '1.1', c: '0.1' }, list: [1, 3], added: null };
  function* diff(a, b, path = '') {
    const keys = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]);
    for (const key of [...keys].sort()) {
      const at = path ? `${path}.${key}` : key;
      if (!(key in b)) yield { op: 'remove', at, value: a[key] };
      else if (!(key in a)) yield { op: 'add', at, value: b[key] };
      else if (typeof a[key] === 'object' && typeof b[key] === 'object' && a[key] && b[key]) yield* diff(a[key], b[key], at);
      else if (a[key] !== b[key]) yield { op: 'replace', at, from: a[key], to: b[key] };
    }
  }
  const changes = [...diff(before, after)];
  for (const { op, at } of changes) console.log(op.padEnd(8), at);
  return changes;
}

