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
//= result: {
//=   "union clear": [[[1, 2, 3, 0], [], []], [[1, 2, 3, 0, 4, 5], [], []], [[1, 2, 3, 0, 7], [], []]],
//=   "union delete": [
//=     [[1, 2, 3, 0], [3, 0], []],
//=     [[1, 2, 3, 0, 4, 5], [3, 0], []],
//=     [[1, 2, 3, 0, 7], [3, 0], []],
//=   ],
//=   "union add": [
//=     [[1, 2, 3, 0], [1, 2, 3, 0, 51, 52], []],
//=     [[1, 2, 3, 0, 4, 5], [1, 2, 3, 0, 51, 52, 53, 54], []],
//=     [[1, 2, 3, 0, 7], [1, 2, 3, 0, 51, 52, 53], []],
//=   ],
//=   "union again": [
//=     [[1, 2, 3, 0], [2, 3, 0, 1], []],
//=     [[1, 2, 3, 0, 4, 5], [2, 3, 0, 1], []],
//=     [[1, 2, 3, 0, 7], [2, 3, 0, 1], []],
//=   ],
//=   "union last": [
//=     [[1, 2, 3, 0], [1, 2, 3], []],
//=     [[1, 2, 3, 0, 4, 5], [1, 2, 3], []],
//=     [[1, 2, 3, 0, 7], [1, 2, 3], []],
//=   ],
//=   "intersection clear": [[[], [], []], [[1], [], [1]], [[], [], []]],
//=   "intersection delete": [[[], [3, 0], []], [[1, 3], [3, 0], [1, 3, 0]], [[], [3, 0], []]],
//=   "intersection add": [
//=     [[1], [1, 2, 3, 0, 51, 52], []],
//=     [[1, 2, 3], [1, 2, 3, 0, 51, 52, 53, 54], [1, 2, 3, 0, 51, 52, 53, 54]],
//=     [[2], [1, 2, 3, 0, 51, 52, 53], []],
//=   ],
//=   "intersection again": [
//=     [[1], [2, 3, 0, 1], []],
//=     [[1, 2, 3], [2, 3, 0, 1], [1, 2, 3, 0, 1]],
//=     [[2], [2, 3, 0, 1], []],
//=   ],
//=   "intersection last": [[[1], [1, 2, 3], []], [[1, 2, 3], [1, 2, 3], [1, 2, 3]], [[2], [1, 2, 3], []]],
//=   "difference clear": [[[2, 3, 0], [], []], [[0], [], [1, 2, 3, 0]], [[1, 3, 0], [], []]],
//=   "difference delete": [[[2, 3, 0], [3, 0], []], [[0], [3, 0], [1, 2, 3, 0]], [[1, 3, 0], [3, 0], []]],
//=   "difference add": [
//=     [[2, 3, 0], [1, 2, 3, 0, 51, 52], []],
//=     [[0], [1, 2, 3, 0, 51, 52, 53, 54], [1, 2, 3, 0]],
//=     [[1, 3, 0], [1, 2, 3, 0, 51, 52, 53], []],
//=   ],
//=   "difference again": [
//=     [[2, 3, 0], [2, 3, 0, 1], []],
//=     [[0], [2, 3, 0, 1], [1, 2, 3, 0]],
//=     [[1, 3, 0], [2, 3, 0, 1], []],
//=   ],
//=   "difference last": [[[2, 3, 0], [1, 2, 3], []], [[0], [1, 2, 3], [1, 2, 3, 0]], [[1, 3, 0], [1, 2, 3], []]],
//=   "symmetricDifference clear": [[[1, 2, 3, 0], [], []], [[1, 2, 3, 0, 4, 5], [], []], [[1, 2, 3, 0, 7], [], []]],
//=   "symmetricDifference delete": [
//=     [[1, 2, 3, 0], [3, 0], []],
//=     [[1, 2, 0, 4, 5], [3, 0], []],
//=     [[1, 2, 3, 0, 7], [3, 0], []],
//=   ],
//=   "symmetricDifference add": [
//=     [[2, 3, 0], [1, 2, 3, 0, 51, 52], []],
//=     [[0, 4, 5], [1, 2, 3, 0, 51, 52, 53, 54], []],
//=     [[1, 3, 0, 7], [1, 2, 3, 0, 51, 52, 53], []],
//=   ],
//=   "symmetricDifference again": [
//=     [[2, 3, 0], [2, 3, 0, 1], []],
//=     [[0, 4, 5], [2, 3, 0, 1], []],
//=     [[1, 3, 0, 7], [2, 3, 0, 1], []],
//=   ],
//=   "symmetricDifference last": [[[2, 3, 0], [1, 2, 3], []], [[0, 4, 5], [1, 2, 3], []], [[1, 3, 0, 7], [1, 2, 3], []]],
//=   "isSubsetOf clear": [[false, [1, 2, 3, 0], []], [true, [], [1]], [false, [1, 2, 3, 0], []]],
//=   "isSubsetOf delete": [[false, [1, 2, 3, 0], []], [false, [3, 0], [1, 3, 0]], [false, [1, 2, 3, 0], []]],
//=   "isSubsetOf add": [
//=     [false, [1, 2, 3, 0], []],
//=     [false, [1, 2, 3, 0, 51, 52, 53, 54], [1, 2, 3, 0]],
//=     [false, [1, 2, 3, 0], []],
//=   ],
//=   "isSubsetOf again": [
//=     [false, [1, 2, 3, 0], []],
//=     [false, [2, 3, 0, 1], [1, 2, 3, 0]],
//=     [false, [1, 2, 3, 0], []],
//=   ],
//=   "isSubsetOf last": [[false, [1, 2, 3, 0], []], [true, [1, 2, 3], [1, 2, 3]], [false, [1, 2, 3, 0], []]],
//=   "isSupersetOf clear": [[false, [], ["return"]], [false, [1, 2, 3, 0], []], [false, [], ["return"]]],
//=   "isSupersetOf delete": [[false, [3, 0], ["return"]], [false, [1, 2, 3, 0], []], [false, [3, 0], ["return"]]],
//=   "isSupersetOf add": [
//=     [true, [1, 2, 3, 0, 51, 52], []],
//=     [false, [1, 2, 3, 0], []],
//=     [false, [1, 2, 3, 0, 51], ["return"]],
//=   ],
//=   "isSupersetOf again": [[true, [2, 3, 0, 1], []], [false, [1, 2, 3, 0], []], [false, [2, 3, 0, 1], ["return"]]],
//=   "isSupersetOf last": [[true, [1, 2, 3], []], [false, [1, 2, 3, 0], []], [false, [1, 2, 3], ["return"]]],
//=   "isDisjointFrom clear": [[true, [], []], [false, [], [1]], [true, [], []]],
//=   "isDisjointFrom delete": [[true, [3, 0], []], [false, [3, 0], [1]], [true, [3, 0], []]],
//=   "isDisjointFrom add": [
//=     [false, [1, 2, 3, 0, 51], ["return"]],
//=     [false, [1, 2, 3, 0, 51], [1]],
//=     [false, [1, 2, 3, 0, 51, 52], ["return"]],
//=   ],
//=   "isDisjointFrom again": [
//=     [false, [2, 3, 0, 1], ["return"]],
//=     [false, [2, 3, 0, 1], [1]],
//=     [false, [2, 3, 0, 1], ["return"]],
//=   ],
//=   "isDisjointFrom last": [
//=     [false, [1, 2, 3], ["return"]],
//=     [false, [1, 2, 3], [1]],
//=     [false, [1, 2, 3], ["return"]],
//=   ],
//= }
