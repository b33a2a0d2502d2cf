//! about = "structuredClone, compared with Node 20"

() => {
  const out = [];
  const name = (make) => { try { return make(); } catch (error) { return `${error.name}: ${error.message}`; } };
  const map = new Map([[1, { a: 1 }]]);
  map.set(map, map);
  const copied = structuredClone(map);
  out.push([copied !== map, copied.get(copied) === copied, copied.get(1)]);
  const list = [1, , 3];
  list.x = 1;
  const gaps = structuredClone(list);
  out.push([gaps.length, 1 in gaps, gaps.x]);
  for (const refused of [() => 1, Symbol('q'), Promise.resolve(), new WeakMap(), new Proxy({}, {}), (function* () {})(), { deep: [class {}] }])
    out.push(name(() => structuredClone(refused)));
  const buffer = new ArrayBuffer(8);
  const views = structuredClone({ a: new Uint8Array(buffer, 4, 2), b: new DataView(buffer, 1, 3), c: new Float64Array(buffer) });
  out.push([views.a.buffer === views.b.buffer, views.a.byteOffset, views.a.length, views.b.byteLength, views.c.length]);
  class A { constructor() { this.v = 1; } get g() { return 2; } }
  const plain = structuredClone(new A());
  out.push([plain.constructor === Object, plain]);
  const error = structuredClone(new RangeError('m', { cause: { a: 1 } }));
  out.push([error instanceof RangeError, error.message, error.cause, Object.keys(error)]);
  out.push(structuredClone({ get a() { delete this.b; return 1; }, b: 2, 3: 'i' }));
  out.push(structuredClone([/a\/b/gi, 1n, new Set([1, 'a']), new Number(3), Object('s'), null, NaN]).map(String));
  const proto = structuredClone(JSON.parse('{"__proto__":{"a":1}}'));
  out.push([Object.keys(proto), proto.a]);
  const twice = { same: 1 };
  const both = structuredClone([twice, twice, new Date(7)]);
  out.push([both[0] === both[1], both[2].getTime()]);
  let deep = {};
  const top = deep;
  for (let i = 0; i < 3000; i++) deep = deep.d = {};
  let levels = 0;
  for (let at = structuredClone(top); at; at = at.d) levels += 1;
  out.push(levels);
  return out;
}
//= result: [
//=   [true, true, { a: 1 }],
//=   [3, false, 1],
//=   "DataCloneError: () => 1 could not be cloned.",
//=   "DataCloneError: Symbol(q) could not be cloned.",
//=   "DataCloneError: #<Promise> could not be cloned.",
//=   "DataCloneError: #<WeakMap> could not be cloned.",
//=   "DataCloneError: #<Object> could not be cloned.",
//=   "DataCloneError: #<Generator> could not be cloned.",
//=   "DataCloneError: class {} could not be cloned.",
//=   [true, 4, 2, 3, 1],
//=   [true, { v: 1 }],
//=   [true, "m", { a: 1 }, []],
//=   { "3": "i", a: 1 },
//=   ["/a\\/b/gi", "1", "[object Set]", "3", "s", "null", "NaN"],
//=   [["__proto__"], undefined],
//=   [true, 7],
//=   3001,
//= ]
