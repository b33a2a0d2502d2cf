//! about = "methods of sets on others that change what is compared"

() => {
  const out = {};
  const like = (items, log, hook) => ({
    size: items.length,
    has(item) { log.push(item); hook(item); return items.includes(item); },
    keys() { let i = 0; return { next() { hook(i); return i < items.length ? { value: items[i++], done: false } : { done: true }; }, return() { log.push('return'); return {}; } }; },
  });
  const hooks = {
    clear: (set) => set.clear(),
    delete: (set) => { set.delete(2); set.delete(1); },
    add: (set, n) => set.add(50 + n),
    again: (set) => { set.delete(1); set.add(1); },
    last: (set) => set.delete(0),
  };
  for (const method of ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']) {
    for (const [name, hook] of Object.entries(hooks)) {
      out[`${method} ${name}`] = [[1], [1, 2, 3, 4, 5], [7, 2]].map((items) => {
        const log = [];
        const set = new Set([1, 2, 3, 0]);
        let calls = 0;
        const result = set[method](like(items, log, () => { if (calls++ < 4) hook(set, calls); }));
        return [typeof result === 'object' ? [...result] : result, [...set], log];
      });
    }
  }
  return out;
}
