//! # Properties of large objects that come, go and change their kind, in their order.
() => {
  const out = [];
  const o = {};
  for (let i = 0; i < 300; i++) o["k" + i] = i;
  for (let i = 0; i < 300; i += 3) delete o["k" + i];
  out.push(Object.keys(o).length, Object.keys(o).slice(0, 5), o.k0, o.k1, "k3" in o, o.k299, o.k298);
  o.k0 = "again"; o.k3 = "again";
  out.push(Object.keys(o).slice(-3), o.k0, o.k3, JSON.stringify(o).length);
  Object.defineProperty(o, "k4", { get() { return "got " + this.k5; }, set(v) { this.k5 = v; }, enumerable: true, configurable: true });
  out.push(o.k4, o.k5, o.k7, o.k298, o.k3);
  o.k4 = 44;
  out.push(o.k4, o.k5);
  for (let i = 1; i < 250; i += 2) delete o["k" + i];
  out.push(Object.keys(o).length, Object.values(o).slice(0, 8), o.k4, o.k298, o.k0, o.k299);
  delete o.k4;
  Object.defineProperty(o, "k8", { value: 8, enumerable: false, writable: false, configurable: true });
  o.k8 = 9;
  out.push(o.k8, Object.keys(o).includes("k8"), o.k10, o.k298);
  Object.defineProperty(o, "k10", { get: () => 10, configurable: true, enumerable: true });
  Object.defineProperty(o, "k10", { value: "data", writable: true, configurable: true, enumerable: true });
  out.push(o.k10, o.k14, o.k298, o.k3);
  const seen = [];
  for (const key in o) { seen.push(key); if (seen.length < 20) delete o[key]; else if (seen.length === 20) o.added = 1; }
  out.push(seen.length, seen.slice(0, 3), Object.keys(o).length, o.added);
  const sym = Symbol("s");
  o[sym] = 1; o[7] = "seven"; o[3] = "three"; delete o[7];
  out.push(Object.keys(o)[0], Object.getOwnPropertySymbols(o).length, Reflect.ownKeys(o).length);
  delete o[sym];
  const copy = { ...o };
  out.push(Object.keys(copy).join() === Object.keys(o).join(), Object.getOwnPropertySymbols(o).length);
  for (const key of Object.keys(o)) delete o[key];
  out.push(Object.keys(o), JSON.stringify(o), o.k298);
  o.x = 1; o.y = 2; delete o.x; o.x = 3;
  out.push(JSON.stringify(o));
  const proto = {}; for (let i = 0; i < 100; i++) proto["p" + i] = i;
  const child = Object.create(proto);
  const read = () => child.p50;
  out.push(read(), read());
  delete proto.p50;
  out.push(read(), read());
  proto.p50 = "back";
  out.push(read(), child.p99);
  const frozen = {}; for (let i = 0; i < 100; i++) frozen["f" + i] = i;
  delete frozen.f1; Object.freeze(frozen);
  out.push(delete frozen.zz, (() => { "use strict"; try { delete frozen.f2; } catch (error) { return error.name; } })(), frozen.f2);
  const cache = {};
  let total = 0;
  for (let i = 0; i < 2000; i++) { cache["c" + i] = i; if (i >= 100) { total += cache["c" + (i - 100)]; delete cache["c" + (i - 100)]; } }
  out.push(Object.keys(cache).length, total, Object.keys(cache)[0], cache.c1999);
  class Bag { constructor() { for (let i = 0; i < 80; i++) this["b" + i] = i; } take(k) { const v = this[k]; delete this[k]; return v; } }
  const bag = new Bag();
  out.push([5, 6, 7, 79, 0].map((n) => bag.take("b" + n)), bag.b8, bag.b78, Object.keys(bag).length, new Bag().b5);
  return out;
}
//= result: [
//=   200,
//=   ["k1", "k2", "k4", "k5", "k7"],
//=   undefined,
//=   1,
//=   false,
//=   299,
//=   298,
//=   ["k299", "k0", "k3"],
//=   "again",
//=   "again",
//=   2083,
//=   "got 5",
//=   5,
//=   7,
//=   298,
//=   "again",
//=   "got 44",
//=   44,
//=   118,
//=   [2, "got undefined", 8, 10, 14, 16, 20, 22],
//=   "got undefined",
//=   298,
//=   "again",
//=   299,
//=   8,
//=   false,
//=   10,
//=   298,
//=   "data",
//=   14,
//=   298,
//=   undefined,
//=   116,
//=   ["k2", "k10", "k14"],
//=   98,
//=   1,
//=   "3",
//=   1,
//=   101,
//=   true,
//=   0,
//=   [],
//=   "{}",
//=   undefined,
//=   "{\"y\":2,\"x\":3}",
//=   50,
//=   50,
//=   undefined,
//=   undefined,
//=   "back",
//=   99,
//=   true,
//=   "TypeError",
//=   2,
//=   100,
//=   1804050,
//=   "c1900",
//=   1999,
//=   [5, 6, 7, 79, 0],
//=   8,
//=   78,
//=   75,
//=   5,
//= ]
