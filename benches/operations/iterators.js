//# generator: for of
function* count(n) { for (let i = 0; i < n; i++) yield i; }
//:
let s = 0; for (const x of count(500)) s += x; result = s;
//# generator: next
function* count() { let i = 0; while (true) yield i++; } const it = count();
//:
let n = 0; for (let i = 0; i < 500; i++) if (!it.next().done) n++; result = n;
//# generator: values sent
function* sum() { let s = 0; while (true) s += yield s; }
//:
const it = sum(); it.next(); for (let i = 0; i < 300; i++) it.next(i); result = it.next(0).value;
//# generator: spread
function* count(n) { for (let i = 0; i < n; i++) yield i; }
//:
result = [...count(300)].length;
//# generator: yield*
function* inner(n) { for (let i = 0; i < n; i++) yield i; } function* outer() { yield* inner(100); yield* inner(100); }
//:
let s = 0; for (const x of outer()) s += x; result = s;
//# generator: made and used once
function* one(x) { yield x; }
//:
let s = 0; for (let i = 0; i < 200; i++) for (const x of one(i)) s += x; result = s;
//# generator: return and finally
function* g(log) { try { yield 1; yield 2; } finally { log.n++; } }
//:
const log = { n: 0 }; for (let i = 0; i < 100; i++) for (const x of g(log)) break; result = log.n;
//# generator: tree walk
function* walk(t) { if (!t) return; yield* walk(t.l); yield t.v; yield* walk(t.r); }
const build = (lo, hi) => { if (lo > hi) return null; const v = (lo + hi) >> 1; return { v, l: build(lo, v - 1), r: build(v + 1, hi) }; }; const tree = build(0, 62);
//:
let s = 0; for (const v of walk(tree)) s += v; result = s;
//# generator: lazy pipeline
function* naturals() { let n = 0; while (true) yield n++; } function* map(it, f) { for (const x of it) yield f(x); } function* take(it, n) { if (n <= 0) return; for (const x of it) { yield x; if (--n <= 0) return; } }
//:
let s = 0; for (const x of take(map(naturals(), (x) => x * 2), 100)) s += x; result = s;
//# iterator: own object
class Range { constructor(n) { this.n = n; } [Symbol.iterator]() { let i = 0; const n = this.n; return { next: () => (i < n ? { value: i++, done: false } : { value: undefined, done: true }) }; } }
//:
let s = 0; for (const x of new Range(300)) s += x; result = s;
//# iterator: spread of an own object
const range = { *[Symbol.iterator]() { for (let i = 0; i < 100; i++) yield i; } };
//:
result = [...range].length + Math.max(...range);
//# iterator: destructuring
function* g() { yield 1; yield 2; yield 3; }
//:
let s = 0; for (let i = 0; i < 100; i++) { const [a, b] = g(); s += a + b; } result = s;
//# iterator: destructuring of a Map entry
const map = new Map(Array.from({ length: 100 }, (_, i) => ["k" + i, i]));
//:
let s = 0; for (const [k, v] of map) s += v + k.length; result = s;
//# iterator: helpers
const list = Array.from({ length: 200 }, (_, i) => i);
//:
result = list.values().map((x) => x * 2).filter((x) => x % 3 === 0).take(50).toArray().length;
//# iterator: Array.from of a generator
function* g(n) { for (let i = 0; i < n; i++) yield i; }
//:
result = Array.from(g(200), (x) => x * 2).length;
//# iterator: new Set of a generator
function* g(n) { for (let i = 0; i < n; i++) yield i & 31; }
//:
result = new Set(g(200)).size;
//# iterator: zip by hand
const a = [1, 2, 3, 4, 5], b = ["a", "b", "c", "d", "e"];
function* zip(x, y) { const i = x[Symbol.iterator](), j = y[Symbol.iterator](); while (true) { const p = i.next(), q = j.next(); if (p.done || q.done) return; yield [p.value, q.value]; } }
//:
let n = 0; for (let k = 0; k < 20; k++) for (const [x, y] of zip(a, b)) n += x + y.length; result = n;
//# iterator: chunks of a generator
function* chunk(list, size) { for (let i = 0; i < list.length; i += size) yield list.slice(i, i + size); } const list = Array.from({ length: 200 }, (_, i) => i);
//:
let n = 0; for (const part of chunk(list, 5)) n += part.length; result = n;
//# iterator: fibonacci by a generator
function* fib() { let [a, b] = [0, 1]; for (;;) { yield a; [a, b] = [b, a + b]; } }
//:
let s = 0; for (const x of fib()) { if (x > 1e9) break; s += x; } result = s;
