//! about = "objects spread into others"

() => {
  const out = [];
  const symbol = Symbol('s');
  const odd = { b: 1, 2: 'two', a: 2, 1: 'one', [symbol]: 3, get computed() { return this.b + 1; } };
  Object.defineProperty(odd, 'hidden', { value: 1, enumerable: false });
  const copy = { ...odd };
  out.push([Object.keys(copy), copy[symbol], Object.getOwnPropertyDescriptor(copy, 'computed'), 'hidden' in copy]);
  out.push({ x: 1, y: 2, ...{ y: 3, z: 4 }, z: 5 });
  const { b, ...rest } = { a: 1, b: 2, c: 3 };
  out.push([b, rest]);
  out.push([{ ...null, ...undefined, ...5, ...'hi', ...[7, 8] }]);
  const proto = { ...JSON.parse('{"__proto__": {"a": 1}, "c": 2}') };
  out.push([Object.keys(proto), proto.a]);
  class A { own = 1; get inherited() { return 2; } }
  out.push({ ...new A(), more: true });
  const order = [];
  const watched = new Proxy({ p: 1, q: 2 }, {
    ownKeys(target) { order.push('keys'); return Reflect.ownKeys(target); },
    getOwnPropertyDescriptor(target, key) { order.push('own ' + key); return Reflect.getOwnPropertyDescriptor(target, key); },
    get(target, key) { order.push('get ' + key); return target[key]; },
  });
  out.push([{ ...watched }, order]);
  const base = { ...{ a: 1 } };
  base.b = 2;
  const again = { ...base, a: 9 };
  delete again.b;
  out.push([base, again, { ...again, ...base }]);
  const frozen = { ...Object.freeze({ k: 1 }) };
  frozen.k = 2;
  out.push([frozen, Object.getOwnPropertyDescriptor(frozen, 'k')]);
  const method = { twice() { return this.n * 2; }, n: 4 };
  out.push({ ...method, n: 5 }.twice());
  return out;
}
//= result: [
//=   [
//=     ["1", "2", "b", "a", "computed"],
//=     3,
//=     { value: 2, writable: true, enumerable: true, configurable: true },
//=     false,
//=   ],
//=   { x: 1, y: 3, z: 5 },
//=   [2, { a: 1, c: 3 }],
//=   [{ "0": 7, "1": 8 }],
//=   [["__proto__", "c"], undefined],
//=   { own: 1, more: true },
//=   [{ p: 1, q: 2 }, ["keys", "own p", "get p", "own q", "get q"]],
//=   [{ a: 1, b: 2 }, { a: 9 }, { a: 1, b: 2 }],
//=   [{ k: 2 }, { value: 2, writable: true, enumerable: true, configurable: true }],
//=   10,
//= ]
