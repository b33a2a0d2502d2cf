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

//= result: [
//=   { op: "add", at: "added", value: null },
//=   { op: "replace", at: "deps.a", from: "1.0", to: "1.1" },
//=   { op: "remove", at: "deps.b", value: "2.0" },
//=   { op: "add", at: "deps.c", value: "0.1" },
//=   { op: "remove", at: "gone", value: true },
//=   { op: "replace", at: "list.1", from: 2, to: 3 },
//=   { op: "remove", at: "list.2", value: 3 },
//= ]
//= console.log: add      added
//= console.log: replace  deps.a
//= console.log: remove   deps.b
//= console.log: add      deps.c
//= console.log: remove   gone
//= console.log: replace  list.1
//= console.log: remove   list.2
