async () => {
  const out = []; const log = (...a) => out.push(a.map((x) => { try { return typeof x === 'object' && x !== null ? JSON.stringify(x) : Object.is(x, -0) ? '-0' : String(x); } catch (e) { return 'E:' + e.message; } }).join(' '));
  const tr = (f) => { try { return f(); } catch (e) { return e.name; } };
  // inline cache and prototype changes
  const P = { x: 1 }; const mk = () => Object.create(P); const gx = (o) => o.x;
  const a = mk(), b = mk(); log(gx(a), gx(b)); P.x = 2; log(gx(a)); a.x = 5; log(gx(a), gx(b)); delete P.x; log(gx(a), gx(b)); Object.defineProperty(P, 'x', { get() { return 'got ' + (this === b); }, configurable: true }); log(gx(b), gx(a)); delete a.x; log(gx(a));
  // setters on the prototype, read-only
  const S = { set y(v) { this._y = v * 2; } }; const set = (o, v) => { o.y = v; return o; }; log(set({}, 1), set(Object.create(S), 4)._y, set(Object.create(S), 5)._y, set({}, 3));
  const RO = Object.freeze({ z: 1 }); const sz = (o) => { o.z = 9; return o.z; }; log(sz({ z: 0 }), sz(RO), sz(Object.create(RO)), sz({}));
  const sealed = Object.preventExtensions({ q: 1 }); const sq = (o, k, v) => { o[k] = v; return JSON.stringify(o); }; log(sq({}, 'w', 1), sq(sealed, 'w', 1), sq(sealed, 'q', 7), sq(Object.freeze({ q: 1 }), 'q', 8));
  log(tr(() => { 'use strict'; RO.z = 3; }), tr(() => { 'use strict'; sealed.n = 1; }), tr(() => { 'use strict'; Object.freeze([1])[0] = 2; }), tr(() => { 'use strict'; ({ get g() { return 1; } }).g = 2; }));
  // literals: duplicates, __proto__, order
  const lit = (i) => ({ a: i, b: 2, a: 3, ['c' + i]: 4, __proto__: P, 2: 'two', 1: 'one' }); log(lit(1), lit(2), Object.keys(lit(3)), Object.getPrototypeOf(lit(1)) === P);
  const many = []; for (let i = 0; i < 5; i++) { const o = { k: i, l: i + 1 }; if (i === 2) Object.preventExtensions(o); o.m = 1; many.push(o); } log(many);
  // arrays
  const arr = [1, 2, 3]; arr[5] = 6; log(arr.length, arr[4], 3 in arr, arr[-1], arr['1'], arr[1.5], arr); arr.length = 2; log(arr, arr[2]); const fr = Object.freeze([1, 2]); fr[0] = 9; log(fr[0]);
  const dbl = [1, 2]; dbl[0] = 1.5; log(dbl); dbl[1] = 'x'; log(dbl); dbl[0] = -0; log(dbl[0]); const ints = [1]; ints[0] = -0; log(ints[0], 1 / ints[0]); ints[0] = 2 ** 31; log(ints[0]);
  const ex = [1]; Object.preventExtensions(ex); ex[0] = 2; ex[1] = 3; log(ex, ex.length); const hole = [, 1]; Array.prototype[0] = 'proto'; log(hole[0], hole[1]); delete Array.prototype[0]; log(hole[0]);
  const ta = new Uint8Array(2); ta[0] = 257; ta[5] = 1; log(ta[0], ta[5], ta.length, 'length' in ta); const str = 'abc'; log(str[1], str[9], str[-1], str.length, str['length'], str['1']); str[0] = 'z'; log(str);
  // compare
  const vals = [1, 1.5, NaN, -0, 0, '1', '10', '9', 'a', 'B', '', null, undefined, true, false, 2n, 1n]; let bits = ''; for (const x of vals) for (const y of vals) { for (const f of [() => x < y, () => x <= y, () => x > y, () => x >= y, () => x == y, () => x != y, () => x === y, () => x !== y]) bits += tr(f) === true ? 1 : 0; } let h = 0; for (const c of bits) h = (h * 31 + +c) | 0; log(h, bits.length);
  let r = ''; for (const x of vals) for (const y of vals) for (const f of [() => x + y, () => x - y, () => x * y, () => x / y, () => x % y, () => x & y, () => x | y, () => x ^ y, () => x << y, () => x >> y, () => x >>> y, () => x ** y]) { const v = tr(f); r += (Object.is(v, -0) ? '-0' : String(v)) + ','; } h = 0; for (let i = 0; i < r.length; i++) h = (h * 31 + r.charCodeAt(i)) | 0; log(h, r.length);
  let big = 2147483647; big++; log(big); big = -2147483648; big--; log(big); let sx = '5'; sx++; log(sx, typeof sx); let bi = 1n; bi++; log(bi); let un; un++; log(un);
  // scopes
  const fs = []; for (let i = 0; i < 3; i++) { fs.push(() => i++); } log(fs.map((f) => f() + f())); log(tr(() => { t; let t = 1; }), tr(() => { const c = 1; c = 2; }), tr(() => undefinedName), typeof undefinedName);
  const fact = function me(n) { return n < 2 ? 1 : n * me(n - 1); }; log(fact(10)); const cnt = () => { let n = 0; return { inc: () => ++n, add: (d) => (n += d), get: () => n }; }; const c1 = cnt(), c2 = cnt(); c1.inc(); c1.add(5); c2.inc(); log(c1.get(), c2.get());
  function args() { arguments[0] = 9; return [arguments.length, [...arguments]]; } log(args(1, 2), args()); function dflt(x, y = () => x, z = x + 1) { x = 7; return [y(), z]; } log(dflt(1)); function sloppy() { return typeof this; } log(sloppy.call(1), sloppy.call('s'), sloppy.call(null) === 'object', (function () { 'use strict'; return typeof this; }).call(1));
  class A { #p = 1; static s = 2; f = 3; constructor(v) { this.v = v; } get p() { return this.#p; } set p(v) { this.#p = v; } m() { return 'A' + this.v; } static st() { return this.s; } } class B extends A { constructor(v) { super(v + 1); this.w = 1; } m() { return 'B' + super.m(); } } const bb = new B(1); bb.p = 5; log(bb.m(), bb.p, bb, B.st(), bb instanceof A, tr(() => A()), tr(() => new (class extends A { constructor() { this.x = 1; } })()), tr(() => new (() => 1)()));
  function Old(x) { this.x = x; if (x === 2) return { other: 1 }; if (x === 3) return 5; } Old.prototype.g = function () { return this.x; }; log(new Old(1), new Old(2), new Old(3), new Old(4).g());
  const fin = () => { for (const x of [1, 2, 3]) { try { if (x === 2) return 'r' + x; } finally { out.push('f' + x); } } }; log(fin()); const thr = () => { try { throw new Error('a'); } catch (e) { try { throw new TypeError('b'); } finally { return e.message; } } }; log(thr());
  const gen = function* (n) { for (let i = 0; i < n; i++) { const got = yield i; if (got) return got; } }; const g = gen(3); log(g.next().value, g.next().value, g.next('stop'), g.next(), [...gen(4)]);
  const deep = (n) => (n === 0 ? 0 : 1 + deep(n - 1)); log(deep(5000)); log(tr(() => { const f = () => f() + 1; f(); })); log([1, 2, 3].map(String), ['1', '2', '3'].map(Number), [3, 1, 2].sort(), [3, 1, 2].sort((x, y) => y - x), [1, [2, [3]]].flat(9));
  const px = new Proxy({}, { get: (t, k) => 'P' + String(k), set: () => false, has: () => true }); log(px.foo, px['bar'], px[1], tr(() => { 'use strict'; px.x = 1; })); const wm = new Map([[NaN, 1], [0, 2]]); log(wm.get(NaN), wm.get(-0));
  const o = { get a() { return 'ga'; }, set a(v) { out.push('sa' + v); }, ['x' + 1]: 1 }; o.a = 3; log(o.a, o.x1, o['a']); Object.defineProperty(o, 'n', { value: 1 }); o.n = 2; log(o.n, delete o.x1, o.x1, 'x1' in o, Object.entries(o));
  const tagged = (s, ...v) => s.raw.join('|') + v.join(','); log(tagged`a${1}b\n${2}c`); label: for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { if (j === 1) continue label; if (i === 2) break label; log(i, j); } }
  log(Math.max(), Math.max(1, 2, 3, 4, 5, 6, 7), Math.max(...[1, 9, 2]), String.fromCharCode(97, 98, 99, 100, 101, 102), [].concat(1, [2], [[3]]), Array.of(7).length, parseInt('12px'), [10, 9, 1].sort(), 'x'.concat(1, null, undefined));
  const nul = null; log(nul?.x, nul?.[1], nul?.(), tr(() => nul.x), tr(() => nul.x = 1), tr(() => undefined.foo()), tr(() => (1)()), tr(() => ({}).nope())); let q = null; q ??= 4; q &&= q + 1; q ||= 9; log(q); log(await (async () => { try { await Promise.reject(new Error('rej')); } catch (e) { return e.message; } finally { out.push('fa'); } })());
  const num = {}; num[1] = 'a'; num['01'] = 'b'; num[1e3] = 'c'; num[-1] = 'd'; num[1.5] = 'e'; num['4294967295'] = 'f'; num['4294967294'] = 'g'; log(Object.keys(num), num['1'], num[1000], num['1000'], num[4294967295]);
  const sp = []; sp[1e6] = 1; log(sp.length, sp[1e6], Object.keys(sp)); sp.length = 0; log(sp[1e6]); const un2 = []; un2.push(1, 'a', null, undefined, NaN); log(un2, un2.indexOf(undefined), un2.includes(NaN)); for (const k in { b: 1, a: 2, 1: 3 }) out.push('k' + k);
  const cyc = { toString() { return 'key'; } }; const ko = { key: 5 }; log(ko[cyc], ko['key'], ko[Symbol.iterator], ko.constructor === Object, ko['toString'] === Object.prototype.toString, ko.hasOwnProperty('key')); Object.prototype.inh = 1; log(ko.inh, ko['inh'], {}.inh); delete Object.prototype.inh; log(ko.inh);
  return out;
}
//= result: [
//=   "1 1",
//=   "2",
//=   "5 2",
//=   "5 undefined",
//=   "got true 5",
//=   "got false",
//=   "{\"y\":1} 8 10 {\"y\":3}",
//=   "9 1 1 9",
//=   "{\"w\":1} {\"q\":1} {\"q\":7} {\"q\":1}",
//=   "TypeError TypeError TypeError TypeError",
//=   "{\"1\":\"one\",\"2\":\"two\",\"a\":3,\"b\":2,\"c1\":4} {\"1\":\"one\",\"2\":\"two\",\"a\":3,\"b\":2,\"c2\":4} [\"1\",\"2\",\"a\",\"b\",\"c3\"] true",
//=   "[{\"k\":0,\"l\":1,\"m\":1},{\"k\":1,\"l\":2,\"m\":1},{\"k\":2,\"l\":3},{\"k\":3,\"l\":4,\"m\":1},{\"k\":4,\"l\":5,\"m\":1}]",
//=   "6 undefined false undefined 2 undefined [1,2,3,null,null,6]",
//=   "[1,2] undefined",
//=   "1",
//=   "[1.5,2]",
//=   "[1.5,\"x\"]",
//=   "-0",
//=   "-0 -Infinity",
//=   "2147483648",
//=   "[2] 1",
//=   "proto 1",
//=   "undefined",
//=   "1 undefined 2 true",
//=   "b undefined undefined 3 3 b",
//=   "abc",
//=   "-533655192 2312",
//=   "666253198 15010",
//=   "2147483648",
//=   "-2147483649",
//=   "6 number",
//=   "2",
//=   "NaN",
//=   "[1,3,5]",
//=   "ReferenceError TypeError ReferenceError undefined",
//=   "3628800",
//=   "6 1",
//=   "[2,[9,2]] [0,[]]",
//=   "[7,2]",
//=   "object object true number",
//=   "BA2 5 {\"f\":3,\"v\":2,\"w\":1} 2 true TypeError ReferenceError TypeError",
//=   "{\"x\":1} {\"other\":1} {\"x\":3} 4",
//=   "f1",
//=   "f2",
//=   "r2",
//=   "a",
//=   "0 1 {\"value\":\"stop\",\"done\":true} {\"done\":true} [0,1,2,3]",
//=   "5000",
//=   "RangeError",
//=   "[\"1\",\"2\",\"3\"] [1,2,3] [1,2,3] [3,2,1] [1,2,3]",
//=   "Pfoo Pbar P1 TypeError",
//=   "1 2",
//=   "sa3",
//=   "ga 1 ga",
//=   "1 true undefined false [[\"a\",\"ga\"]]",
//=   "a|b\\n|c1,2",
//=   "0 0",
//=   "1 0",
//=   "-Infinity 7 9 abcdef [1,2,[3]] 1 12 [1,10,9] x1nullundefined",
//=   "undefined undefined undefined TypeError TypeError TypeError TypeError TypeError",
//=   "5",
//=   "fa",
//=   "rej",
//=   "[\"1\",\"1000\",\"4294967294\",\"01\",\"-1\",\"1.5\",\"4294967295\"] a c c f",
//=   "1000001 1 [\"1000000\"]",
//=   "undefined",
//=   "[1,\"a\",null,null,null] 3 true",
//=   "k1",
//=   "kb",
//=   "ka",
//=   "5 5 undefined true true true",
//=   "1 1 1",
//=   "undefined",
//= ]
