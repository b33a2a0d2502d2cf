//! about = "`for…in` asks a proxy for its keys, its properties and its prototype"

() => {
  const results = {};
  const check = (name, f) => { try { results[name] = f(); } catch (error) { results[name] = `${error.name}: ${error.message}`; } };
  const keys = (object) => { const list = []; for (const key in object) list.push(key); return list; };
  check('prototype', () => keys(new Proxy({ a: 1 }, { getPrototypeOf: () => ({ z: 1 }) })));
  check('no prototype', () => keys(new Proxy(Object.create({ z: 1 }, { a: { value: 1, enumerable: true, configurable: true } }), { getPrototypeOf: () => null })));
  check('prototype throws', () => keys(new Proxy({ a: 1 }, { getPrototypeOf: () => { throw new RangeError('own'); } })));
  check('proxy of a proxy', () => keys(new Proxy(new Proxy({ a: 1 }, { getPrototypeOf: () => ({ y: 1 }) }), {})));
  check('keys', () => keys(new Proxy({}, { ownKeys: () => ['b', 'a'], getOwnPropertyDescriptor: (_, key) => ({ value: 1, enumerable: key !== 'b', configurable: true }) })));
  check('hidden by the heir', () => keys(Object.create(new Proxy({ a: 1, b: 1 }, {}), { a: { value: 1, enumerable: false } })));
  check('twice', () => { const proxy = new Proxy({ a: 1 }, { getPrototypeOf: () => ({ a: 2, z: 1 }) }); return [keys(proxy), keys(proxy), keys(proxy)]; });
  check('deleted on the way', () => { const object = { a: 1, b: 2, c: 3 }, list = []; for (const key in object) { list.push(key); delete object.b; object.d = 1; } return list; });
  check('numbers first', () => keys(Object.assign(Object.create([5, 6]), { 1: 1, x: 2 })));
  check('symbols', () => keys({ [Symbol('a')]: 1, b: 1 }));
  return results;
}
//= result: {
//=   prototype: ["a", "z"],
//=   "no prototype": ["a"],
//=   "prototype throws": "RangeError: own",
//=   "proxy of a proxy": ["a", "y"],
//=   keys: ["a"],
//=   "hidden by the heir": ["b"],
//=   twice: [["a", "z"], ["a", "z"], ["a", "z"]],
//=   "deleted on the way": ["a", "c"],
//=   "numbers first": ["1", "x", "0"],
//=   symbols: ["b"],
//= }
