//! about = "maps and sets that change while they are iterated, and weak collections"

() => {
  const out = {};
  const collect = (iterable, step) => { const seen = []; for (const item of iterable) { seen.push(item); if (seen.length < 9) step(item); } return seen; };
  const cleared = new Set([1]);
  out.clearAndAdd = collect(cleared, (n) => { cleared.clear(); cleared.add(n + 1); });
  const moved = new Set([1, 2, 3]);
  out.moved = collect(moved, (n) => { moved.delete(n); moved.add(n); });
  const map = new Map([[1, 'a'], [2, 'b']]);
  out.map = collect(map.keys(), (n) => { map.clear(); map.set(n + 1, n).set(n + 2, n); });
  const each = new Set([1]);
  const seen = [];
  each.forEach((n) => { seen.push(n); if (n < 6) { each.clear(); each.add(n + 1); } });
  out.forEach = seen;
  const eachOf = new Map([[1, 1]]);
  const keys = [];
  eachOf.forEach((_, n) => { keys.push(n); if (n < 6) { eachOf.clear(); eachOf.set(n + 1, n); } });
  out.mapForEach = keys;
  const many = new Set(Array.from({ length: 100 }, (_, i) => i));
  const iterators = [many.values(), many.keys(), many[Symbol.iterator]()];
  iterators[0].next();
  for (let i = 0; i < 90; i++) many.delete(i);
  const first = [iterators[0].next().value, iterators[1].next().value];
  many.clear();
  for (let i = 0; i < 5; i++) many.add(-i);
  out.several = [first, iterators.map((iterator) => [...iterator])];
  const ended = new Set([5]);
  const end = ended.values();
  end.next();
  end.next();
  ended.add(6);
  out.ended = end.next().done;
  const worklist = new Set([0]);
  let steps = 0;
  for (const n of worklist) { steps++; worklist.delete(n); if (n < 5000) worklist.add(n + 1); }
  out.worklist = [steps, worklist.size];
  out.keys = [[...new Set([0, -0, NaN, NaN])], Object.is([...new Set([-0])][0], 0), [...new Map([[-0, 1], [0, 2]])]];

  const key = Symbol('key');
  const weak = new WeakMap([[key, 1], [Symbol.iterator, 2]]);
  const refused = (f) => { try { return String(f()); } catch (error) { return error.name; } };
  out.symbols = [weak.get(key), weak.has(key), weak.get(Symbol.iterator), weak.delete(key), weak.has(key), weak.has(Symbol('key'))];
  out.weakSet = [new WeakSet([key]).has(key), new WeakSet().has(key), new WeakRef(key).deref() === key];
  out.registered = [refused(() => weak.set(Symbol.for('x'), 1)), refused(() => new WeakSet([Symbol.for('x')])), refused(() => new WeakRef(Symbol.for('x'))), weak.has(Symbol.for('x')), refused(() => weak.set('text', 1))];
  const registry = new FinalizationRegistry(() => {});
  registry.register(Symbol('target'), 'held', key);
  out.registry = [registry.unregister(key), registry.unregister(key), refused(() => registry.register(key, key)), refused(() => registry.register({}, 1, Symbol.for('x')))];
  return out;
}
//= result: {
//=   clearAndAdd: [1, 2, 3, 4, 5, 6, 7, 8, 9],
//=   moved: [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2],
//=   map: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
//=   forEach: [1, 2, 3, 4, 5, 6],
//=   mapForEach: [1, 2, 3, 4, 5, 6],
//=   several: [[90, 90], [[0, -1, -2, -3, -4], [0, -1, -2, -3, -4], [0, -1, -2, -3, -4]]],
//=   ended: true,
//=   worklist: [5001, 0],
//=   keys: [[0, NaN], true, [[0, 2]]],
//=   symbols: [1, true, 2, true, false, false],
//=   weakSet: [true, false, true],
//=   registered: ["TypeError", "TypeError", "TypeError", false, "TypeError"],
//=   registry: [true, false, "TypeError", "TypeError"],
//= }
