async () => {
  const out = []; const log = (...a) => { out.push(a.map((x) => { try { return typeof x === 'object' && x !== null ? JSON.stringify(x) : Object.is(x, -0) ? '-0' : String(x); } catch (e) { return 'E:' + e.name; } }).join(' ')); };
  const tr = (f) => { try { return f(); } catch (e) { return e.name; } };
  // unique-shaped objects: many properties, then inherited ones hidden, frozen, deleted
  const base = { inh: 1 }; const bigo = Object.create(base); for (let i = 0; i < 1500; i++) bigo['p' + i] = i; const gi = (o) => o.inh; const gp = (o) => o.p7; const sp = (o, v) => { o.p7 = v; };
  log(gi(bigo), gi(bigo), gp(bigo)); bigo.inh = 2; log(gi(bigo)); delete bigo.inh; log(gi(bigo)); base.inh = 3; log(gi(bigo)); delete base.inh; log(gi(bigo));
  sp(bigo, 8); log(gp(bigo)); Object.defineProperty(bigo, 'p7', { writable: false }); sp(bigo, 9); log(gp(bigo)); Object.defineProperty(bigo, 'p7', { get: () => 'g' }); log(gp(bigo)); delete bigo.p7; log(gp(bigo), gp(bigo)); bigo.p7 = 1; log(gp(bigo), Object.keys(bigo).length);
  const fz = {}; for (let i = 0; i < 1100; i++) fz['q' + i] = i; const sq = (o, v) => { o.q5 = v; return o.q5; }; log(sq(fz, 1), sq(fz, 2)); Object.freeze(fz); log(sq(fz, 3)); log(tr(() => { 'use strict'; fz.q5 = 4; return 'no'; }));
  // functions as objects, class statics, getters on prototypes
  function F() {} F.a = 1; const ga = (f) => f.a; log(ga(F), ga(F)); F.a = 2; log(ga(F)); Function.prototype.bx = 5; const gbx = (f) => f.bx; log(gbx(F), gbx(F)); F.bx = 6; log(gbx(F)); delete Function.prototype.bx; log(gbx(() => 1));
  class K { get v() { return 1; } } class L extends K {} const k = new L(); const gv = (o) => o.v; log(gv(k), gv(k)); Object.defineProperty(K.prototype, 'v', { get() { return 2; }, configurable: true }); log(gv(k)); Object.defineProperty(L.prototype, 'v', { value: 3, configurable: true }); log(gv(k)); delete L.prototype.v; log(gv(k)); Object.setPrototypeOf(k, { v: 4 }); log(gv(k)); Object.setPrototypeOf(k, null); log(gv(k));
  // methods replaced while cached
  const ml = () => { let r = ''; for (let i = 0; i < 4; i++) { r += [3, 1].join('-') + 'ab'.toUpperCase(); if (i === 1) { Array.prototype.join = function () { return 'J' + this.length; }; String.prototype.toUpperCase = function () { return 'U' + this; }; } } return r; }; const j0 = Array.prototype.join, u0 = String.prototype.toUpperCase; log(ml()); Array.prototype.join = j0; String.prototype.toUpperCase = u0; log(ml().length); Array.prototype.join = j0; String.prototype.toUpperCase = u0;
  // globals
  globalThis.gg = 1; const rg = () => gg; log(rg(), rg()); gg = 2; log(rg()); delete globalThis.gg; log(tr(rg)); globalThis.gg = 3; log(rg()); Object.defineProperty(globalThis, 'gg', { get: () => 'acc', configurable: true }); log(rg()); delete globalThis.gg; const M = Math.max; Math.max = () => 'mm'; const mm = () => Math.max(1); log(mm()); Math.max = M; log(mm());
  // set through a chain, with proxies, with arrays as prototypes
  const ap = Object.create([1, 2]); ap[0] = 9; ap.length = 7; log(ap[0], ap[1], ap.length, Object.keys(ap)); const pp = Object.create(new Proxy({}, { get: (t, key) => 'px' + String(key), set(t, key, v, r) { out.push('trap ' + String(key)); return true; } })); log(pp.z); pp.z = 1; log(Object.keys(pp)); const arrp = []; arrp.__proto__ = { 0: 'zero', set 1(v) { out.push('set1 ' + v); } }; arrp[1] = 5; log(arrp[0], arrp.length, arrp[1]);
  const wr = Object.create(Object.defineProperty({}, 'ro', { value: 1 })); wr.ro = 2; log(wr.ro, tr(() => { 'use strict'; wr.ro = 3; return 0; })); wr['ro'] = 4; log(wr.ro); const sym = Symbol('s'); const so = { [sym]: 1 }; const gs = (o) => o[sym]; log(gs(so), gs({}), gs([])); so[sym] = 2; log(gs(so));
  // literal shapes with holes in order, spread, computed, methods
  const mk = (i) => ({ id: i, ...(i % 2 ? { odd: true } : {}), get twice() { return i * 2; }, m() { return this.id; }, ['k' + (i % 3)]: i }); log([0, 1, 2, 3].map(mk), mk(3).m(), mk(4).twice); const nest = (d) => (d ? { d, in: nest(d - 1), arr: [d, { d }] } : null); log(nest(4)); const dup = (x) => ({ x, x: x + 1, y: x }); log(dup(1), dup(2));
  // calls: natives with many arguments, callbacks that throw, re-entrance, bound, apply, spread
  log([1, 2, 3].reduce((a, b) => a + b), tr(() => [1, 2].map(() => { throw new RangeError('x'); })), [[3, 1], [2]].map((x) => x.sort().map((y) => [y].map((z) => z + 1)[0])), ((...r) => r.length)(...'abcdefgh'), Math.min.apply(null, [4, 2]), (function () { return [this.a, ...arguments]; }).bind({ a: 1 }, 2)(3), tr(() => [].reduce((a) => a)));
  const rec = (n) => (n ? [n].map((x) => rec(x - 1))[0] + 1 : 0); log(rec(300)); const ee = (n) => { try { if (n === 0) throw new Error('deep'); return ee(n - 1); } finally { if (n === 3) out.push('fin3'); } }; log(tr(() => ee(50))); const it = { *[Symbol.iterator]() { try { yield 1; yield 2; } finally { out.push('closed'); } } }; for (const x of it) { if (x) break; } const [d1] = it; log(d1, Array.from(it)); log(tr(() => { for (const x of it) throw new TypeError('t'); }));
  const ag = async function* () { yield 1; yield Promise.resolve(2); }; const got = []; for await (const x of ag()) got.push(x); log(got); const order = []; const p1 = (async () => { order.push(1); await null; order.push(4); })(); order.push(2); Promise.resolve().then(() => order.push(5)); queueMicrotask(() => order.push(6)); order.push(3); await p1; await 0; await 0; log(order); log(await Promise.allSettled([1, Promise.reject(2), (async () => { throw 3; })()]), await Promise.race([new Promise(() => {}), 7]), await Promise.any([Promise.reject(1), 8]));
  const counter = (() => { let n = 0; return { up() { n++; return n; }, set(v) { n = v; }, add: (x) => { n += x; return n; } }; })(); counter.up(); counter.set(10); log(counter.up(), counter.add(5)); let outer = 1; const nested = () => { let mid = 2; return () => { let inner = 3; return () => [outer++, mid++, inner++]; }; }; const nn = nested()(); log(nn(), nn(), outer); for (var vi = 0, fns = []; vi < 3; vi++) fns.push(() => vi); log(fns.map((f) => f())); { function hoisted() { return 'h'; } } log(hoisted()); switch (3) { case 1: let z1 = 1; case 3: log(tr(() => z1)); default: log('d'); }
  return out;
}
//= result: [
//=   "1 1 7",
//=   "2",
//=   "1",
//=   "3",
//=   "undefined",
//=   "8",
//=   "8",
//=   "g",
//=   "undefined undefined",
//=   "1 1500",
//=   "1 2",
//=   "2",
//=   "TypeError",
//=   "1 1",
//=   "2",
//=   "5 5",
//=   "6",
//=   "undefined",
//=   "1 1",
//=   "2",
//=   "3",
//=   "2",
//=   "4",
//=   "undefined",
//=   "J1",
//=   "J1",
//=   "1 1",
//=   "2",
//=   "ReferenceError",
//=   "3",
//=   "acc",
//=   "mm",
//=   "1",
//=   "9 2 7 [\"0\",\"length\"]",
//=   "pxz",
//=   "trap z",
//=   "[]",
//=   "set1 5",
//=   "zero 0 undefined",
//=   "1 TypeError",
//=   "1",
//=   "1 undefined undefined",
//=   "2",
//=   "[{\"id\":0,\"twice\":0,\"k0\":0},{\"id\":1,\"odd\":true,\"twice\":2,\"k1\":1},{\"id\":2,\"twice\":4,\"k2\":2},{\"id\":3,\"odd\":true,\"twice\":6,\"k0\":3}] 3 8",
//=   "{\"d\":4,\"in\":{\"d\":3,\"in\":{\"d\":2,\"in\":{\"d\":1,\"in\":null,\"arr\":[1,{\"d\":1}]},\"arr\":[2,{\"d\":2}]},\"arr\":[3,{\"d\":3}]},\"arr\":[4,{\"d\":4}]}",
//=   "{\"x\":2,\"y\":1} {\"x\":3,\"y\":2}",
//=   "6 RangeError [[2,4],[3]] 8 2 [1,2,3] TypeError",
//=   "300",
//=   "fin3",
//=   "Error",
//=   "closed",
//=   "closed",
//=   "closed",
//=   "1 [1,2]",
//=   "closed",
//=   "TypeError",
//=   "[1,2]",
//=   "[1,2,3,4,5,6]",
//=   "[{\"status\":\"fulfilled\",\"value\":1},{\"status\":\"rejected\",\"reason\":2},{\"status\":\"rejected\",\"reason\":3}] 7 8",
//=   "11 16",
//=   "[1,2,3] [2,3,4] 3",
//=   "[3,3,3]",
//=   "h",
//=   "ReferenceError",
//=   "d",
//= ]
