//# Map: set and get numbers
const m = new Map(); for (let i = 0; i < 300; i++) m.set(i, i * 2); let s = 0; for (let i = 0; i < 300; i++) s += m.get(i); result = s;
//# Map: set and get texts
const keys = Array.from({ length: 200 }, (_, i) => "key" + i);
//:
const m = new Map(); for (const k of keys) m.set(k, k.length); let s = 0; for (const k of keys) s += m.get(k); result = s;
//# Map: objects as keys
const keys = Array.from({ length: 200 }, (_, i) => ({ i }));
//:
const m = new Map(); for (const k of keys) m.set(k, k.i); let s = 0; for (const k of keys) s += m.get(k); result = s;
//# Map: has and delete
const m = new Map();
//:
for (let i = 0; i < 200; i++) m.set(i, i); let n = 0; for (let i = 0; i < 200; i++) if (m.has(i)) { m.delete(i); n++; } result = n;
//# Map: forEach
const m = new Map(Array.from({ length: 300 }, (_, i) => [i, i]));
//:
let s = 0; m.forEach((v, k) => { s += v + k; }); result = s;
//# Map: for of values and keys
const m = new Map(Array.from({ length: 300 }, (_, i) => [i, i]));
//:
let s = 0; for (const v of m.values()) s += v; for (const k of m.keys()) s += k; result = s;
//# Map: spread and sort
const m = new Map(Array.from({ length: 100 }, (_, i) => ["k" + (i * 7919) % 1009, i]));
//:
result = [...m].sort((a, b) => b[1] - a[1])[0][0];
//# Map: from entries
const entries = Array.from({ length: 200 }, (_, i) => ["k" + i, i]);
//:
result = new Map(entries).size + new Map(Object.entries({ a: 1, b: 2 })).size;
//# Map: group into lists
const words = Array.from({ length: 300 }, (_, i) => "w" + (i % 17));
//:
const groups = new Map(); for (const w of words) { const list = groups.get(w); if (list) list.push(w); else groups.set(w, [w]); } result = groups.get("w3").length;
//# Map: LRU cache
class Lru { constructor(max) { this.max = max; this.map = new Map(); } get(k) { const v = this.map.get(k); if (v === undefined) return; this.map.delete(k); this.map.set(k, v); return v; } set(k, v) { this.map.delete(k); this.map.set(k, v); if (this.map.size > this.max) this.map.delete(this.map.keys().next().value); } }
const lru = new Lru(500);
//:
for (let i = 0; i < 400; i++) { lru.set((i * 7) % 997, i); lru.get((i * 3) % 997); } result = lru.map.size > 0;
//# Set: add and has numbers
const s = new Set(); for (let i = 0; i < 400; i++) s.add(i & 127); let n = 0; for (let i = 0; i < 400; i++) if (s.has(i)) n++; result = n;
//# Set: add and has texts
const words = Array.from({ length: 200 }, (_, i) => "word" + (i % 40));
//:
const s = new Set(); for (const w of words) s.add(w); result = s.size;
//# Set: unique values of an array
const a = Array.from({ length: 400 }, (_, i) => i % 50);
//:
result = [...new Set(a)].length;
//# Set: for of
const s = new Set(Array.from({ length: 400 }, (_, i) => i));
//:
let n = 0; for (const x of s) n += x; result = n;
//# Set: queue with deletions at the front
const s = new Set(Array.from({ length: 500 }, (_, i) => i)); let next = 500;
//:
for (let i = 0; i < 200; i++) { const first = s.values().next().value; s.delete(first); s.add(next++); } result = s.size;
//# Set: union, intersection
const a = new Set(Array.from({ length: 100 }, (_, i) => i)), b = new Set(Array.from({ length: 100 }, (_, i) => i * 2));
//:
result = a.union(b).size + a.intersection(b).size + a.difference(b).size;
//# Set: filter by has
const a = Array.from({ length: 300 }, (_, i) => i), b = new Set(a.filter((x) => x % 3 === 0));
//:
result = a.filter((x) => b.has(x)).length;
//# WeakMap: set and get
const keys = Array.from({ length: 100 }, (_, i) => ({ i }));
//:
const m = new WeakMap(); for (const k of keys) m.set(k, k.i); let s = 0; for (const k of keys) s += m.get(k); result = s;
//# WeakMap: private data
const data = new WeakMap(); class P { constructor(x) { data.set(this, x); } get() { return data.get(this); } }
//:
let s = 0; for (let i = 0; i < 100; i++) s += new P(i).get(); result = s;
//# WeakSet, WeakRef
const keys = Array.from({ length: 100 }, (_, i) => ({ i }));
//:
const set = new WeakSet(); let n = 0; for (const k of keys) { set.add(k); if (set.has(k)) n++; n += new WeakRef(k).deref().i; } result = n;
//# Map: two sum
const list = Array.from({ length: 200 }, (_, i) => (i * 7919) % 1009);
//:
const seen = new Map(); result = 0; for (let i = 0; i < list.length; i++) { if (seen.has(1500 - list[i])) result++; seen.set(list[i], i); }
//# Map: float and negative keys
const m = new Map(); for (let i = 0; i < 200; i++) { m.set(i * 0.5, i); m.set(-i, i); } let s = 0; for (let i = 0; i < 200; i++) s += m.get(i * 0.5) ?? 0; result = s;
//# heap: priority queue
class Heap { constructor() { this.a = []; } push(x) { const a = this.a; let i = a.length; a.push(x); while (i > 0) { const p = (i - 1) >> 1; if (a[p] <= a[i]) break; [a[p], a[i]] = [a[i], a[p]]; i = p; } } pop() { const a = this.a, top = a[0], last = a.pop(); if (a.length) { a[0] = last; let i = 0; for (;;) { let c = 2 * i + 1; if (c >= a.length) break; if (c + 1 < a.length && a[c + 1] < a[c]) c++; if (a[i] <= a[c]) break; [a[c], a[i]] = [a[i], a[c]]; i = c; } } return top; } }
//:
const h = new Heap(); for (let i = 0; i < 60; i++) h.push((i * 7919) % 1009); let s = 0; for (let i = 0; i < 60; i++) s = s * 3 % 1000 + h.pop(); result = s;
//# trie: insert and find
const words = Array.from({ length: 40 }, (_, i) => "wo" + (i * 7919) % 1009);
//:
const root = {}; for (const w of words) { let at = root; for (const c of w) at = at[c] ??= {}; at.end = true; } let n = 0; for (const w of words) { let at = root; for (const c of w) at = at?.[c]; if (at?.end) n++; } result = n;
