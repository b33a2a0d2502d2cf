//! about = "the same place run three times on objects, arrays and prototypes that change"

() => {
  const out = {};
  const thrice = (f, ...objects) => [0, 1, 2].map((n) => {
    try {
      return f(objects.length ? objects[n % objects.length] : n, n);
    } catch (error) {
      return error.name;
    }
  });
  out.lengthZero = thrice((l) => { l.length = 0; l[0] = 7; return [l.length, l]; }, [1], [2, 3], [4, 5, 6]);
  out.lengthLess = thrice((l) => { l.length--; l.push('p'); return [l.length, l]; }, [1, 2], [2, 3], [4, 5, 6]);
  out.lengthMinus = thrice((l) => { l.length -= 2; l[l.length] = 'x'; return l; }, [1, 2], [2, 3], [4, 5, 6]);
  out.lengthMore = thrice((l) => { l.length = 4; return [l.length, 3 in l, l]; }, [1], ['a'], [0.5]);
  out.lengthFrozen = thrice((l) => { 'use strict'; l.length = 1; return l; }, [1, 2], Object.freeze([2, 3]), Object.seal([4, 5]));
  out.lengthWrong = thrice((l, n) => { l.length = n - 1; return l; }, [1, 2]);
  class List extends Array {}
  out.lengthSubclass = thrice((l) => { l.length = 1; return [...l]; }, List.of(1, 2), List.of(3, 4), [5, 6]);
  const likeArray = Object.create(Array.prototype, { length: { value: 0, writable: true } });
  out.lengthLookalike = thrice((l) => { l.length = 1; return [l.length, l[1] ?? null]; }, likeArray, [1, 2], [3, 4]);

  const lazy = { get m() { const v = () => 'c'; Object.defineProperty(this, 'm', { value: v }); return v; } };
  out.lazy = thrice(() => typeof lazy.m);
  const inheritsLazy = Object.create({ get m() { Object.defineProperty(this, 'm', { value: 'own' }); return 'lazy'; } });
  out.lazyInherited = thrice(() => inheritsLazy.m);
  const deletes = Object.create({ x: 'inherited' }, { x: { get() { delete this.x; return 'own'; }, configurable: true } });
  out.deletes = thrice(() => deletes.x);
  const disowns = Object.create({ get x() { Object.setPrototypeOf(this, { x: 'new' }); return 'old'; } });
  out.disowns = thrice(() => disowns.x);
  globalThis.lazyGlobal = 0;
  Object.defineProperty(globalThis, 'lazyGlobal', { get() { Object.defineProperty(globalThis, 'lazyGlobal', { value: 'value' }); return 'getter'; }, configurable: true });
  out.lazyGlobal = thrice(() => lazyGlobal);
  delete globalThis.lazyGlobal;

  const log = [];
  const turns = { set x(v) { Object.defineProperty(this, 'x', { value: v, writable: true, configurable: true }); log.push('set'); } };
  out.turnsToData = [thrice((_, n) => { turns.x = n; return turns.x; }), log.length];
  const proto = {};
  const heir = Object.create(proto);
  const other = Object.create(proto);
  const third = Object.create(proto);
  out.setterLater = thrice((o, n) => {
    if (n === 1) Object.defineProperty(proto, 'p', { set(v) { this.seen = v; }, configurable: true });
    if (n === 2) Object.defineProperty(proto, 'p', { value: 'fixed', writable: false });
    o.p = n;
    return { ...o };
  }, heir, other, third);
  const withSetter = Object.defineProperty({}, 's', { get() { return 1; }, set(v) { log.push(v); } });
  const without = Object.defineProperty({}, 's', { get() { return 1; }, set: undefined });
  out.setterMissing = thrice((o) => { 'use strict'; o.s = 5; return 'done'; }, withSetter, without, withSetter);
  out.accessorAndBack = thrice((o, n) => {
    Object.defineProperty(o, 'a', n % 2 ? { value: n, writable: true } : { get: () => 'get' + n });
    const read = () => o.a;
    return [read(), read()];
  }, Object.defineProperty({ b: 1 }, 'a', { value: 0, configurable: true }));

  const holder = { __proto__: { x: 'above' }, set(v) { super.x = v; return this.x; }, at(k, v) { super[k] = v; return this[k]; } };
  out.superName = thrice((o, n) => [holder.set.call(o, n), Object.getPrototypeOf(holder).x], {}, holder, {});
  out.superKey = thrice((o, n) => [holder.at.call(o, 'x', n), Object.getPrototypeOf(holder).x], {}, holder, {});
  const onArray = { __proto__: [1, 2], at(k, v) { super[k] = v; return [this[k], this.length]; } };
  out.superIndex = [thrice((o, n) => onArray.at.call(o, n, 'v'), []), Object.getPrototypeOf(onArray)];

  const tag = (o) => typeof o.toString;
  out.proxy = [tag({}), tag({}), tag(new Proxy({}, { get: () => 1 })), tag(Object.create(new Proxy({}, { get: () => 1 })))];
  const named = (o) => o.Infinity ?? null;
  Uint8Array.prototype.Infinity = 'inherited';
  out.numberNames = [named(Object.create(Uint8Array.prototype)), named(new Uint8Array(1)), named(new Uint8Array(2))];
  delete Uint8Array.prototype.Infinity;

  const kept = { a: 1, b: 2, c: 3, d: 4 };
  Object.defineProperty(kept, 'a', { writable: false });
  Object.defineProperty(kept, 'b', { enumerable: false });
  delete kept.d;
  delete kept.c;
  out.attributesKept = Object.getOwnPropertyDescriptors(kept);
  const changed = { a: 1, b: 2, c: 3 };
  Object.defineProperty(changed, 'a', { writable: false });
  Object.defineProperty(changed, 'b', { get: () => 'b' });
  out.attributesKeptByGetter = [Object.getOwnPropertyDescriptor(changed, 'a'), changed.b, changed.c];

  const ends = (f) => { try { return typeof f(); } catch (error) { return error.name; } };
  const circle = {};
  Object.setPrototypeOf(circle, new Proxy(circle, {}));
  out.circle = [ends(() => circle.missing), ends(() => 'missing' in circle), ends(() => { circle.missing = 1; })];
  let chain = {};
  for (let i = 0; i < 50000; i++) chain = Object.create(chain);
  out.longChain = [chain.missing ?? null, 'missing' in chain, (chain.own = 1)];
  let proxies = {};
  for (let i = 0; i < 50000; i++) proxies = new Proxy(proxies, {});
  out.longProxies = [ends(() => proxies.x), ends(() => Object.keys(proxies)), ends(() => Object.getPrototypeOf(proxies)), Array.isArray(proxies)];
  return out;
}
//= result: {
//=   lengthZero: [[1, [7]], [1, [7]], [1, [7]]],
//=   lengthLess: [[2, [1, "p"]], [2, [2, "p"]], [3, [4, 5, "p"]]],
//=   lengthMinus: [["x"], ["x"], [4, "x"]],
//=   lengthMore: [
//=     [4, false, [1, undefined, undefined, undefined]],
//=     [4, false, ["a", undefined, undefined, undefined]],
//=     [4, false, [0.5, undefined, undefined, undefined]],
//=   ],
//=   lengthFrozen: [[1], "TypeError", "TypeError"],
//=   lengthWrong: ["RangeError", [undefined], [undefined]],
//=   lengthSubclass: [[1], [3], [5]],
//=   lengthLookalike: [[1, null], [1, null], [1, null]],
//=   lazy: ["function", "function", "function"],
//=   lazyInherited: ["lazy", "own", "own"],
//=   deletes: ["own", "inherited", "inherited"],
//=   disowns: ["old", "new", "new"],
//=   lazyGlobal: ["getter", "value", "value"],
//=   turnsToData: [[0, 1, 2], 1],
//=   setterLater: [{ p: 0 }, { seen: 1 }, {}],
//=   setterMissing: ["done", "TypeError", "done"],
//=   accessorAndBack: [["get0", "get0"], [1, 1], ["get2", "get2"]],
//=   superName: [[0, "above"], [1, "above"], [2, "above"]],
//=   superKey: [[0, "above"], [1, "above"], [2, "above"]],
//=   superIndex: [[["v", 1], ["v", 2], ["v", 3]], [1, 2]],
//=   proxy: ["function", "function", "number", "number"],
//=   numberNames: ["inherited", null, null],
//=   attributesKept: {
//=     a: { value: 1, writable: false, enumerable: true, configurable: true },
//=     b: { value: 2, writable: true, enumerable: false, configurable: true },
//=   },
//=   attributesKeptByGetter: [{ value: 1, writable: false, enumerable: true, configurable: true }, "b", 3],
//=   circle: ["RangeError", "RangeError", "RangeError"],
//=   longChain: [null, false, 1],
//=   longProxies: ["RangeError", "RangeError", "RangeError", false],
//= }
