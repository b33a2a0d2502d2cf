//# object: literal
let s = 0; for (let i = 0; i < 500; i++) { const o = { x: i, y: 2, z: 3 }; s += o.x + o.z; } result = s;
//# object: literal with shorthand and method
let s = 0; for (let i = 0; i < 300; i++) { const a = i; const o = { a, get() { return this.a; } }; s += o.get(); } result = s;
//# object: read a property
const o = { a: 1, b: 2, c: 3 };
//:
let s = 0; for (let i = 0; i < 1000; i++) s += o.a + o.c; result = s;
//# object: write a property
const o = { a: 1, b: 2 };
//:
for (let i = 0; i < 1000; i++) o.b = i; result = o.b;
//# object: o.n++, o.n += x
const o = { n: 0, m: 0 };
//:
o.n = o.m = 0; for (let i = 0; i < 500; i++) { o.n++; o.m += i; } result = o.n + o.m;
//# object: nested properties
const o = { a: { b: { c: { d: 1 } } } };
//:
let s = 0; for (let i = 0; i < 500; i++) s += o.a.b.c.d; result = s;
//# object: four shapes at one place
const list = [{ x: 1 }, { y: 0, x: 2 }, { z: 0, x: 3 }, { w: 0, v: 0, x: 4 }];
//:
let s = 0; for (let i = 0; i < 500; i++) s += list[i & 3].x; result = s;
//# object: computed key, constant
const o = { alpha: 1, beta: 2 }, key = "beta";
//:
let s = 0; for (let i = 0; i < 1000; i++) s += o[key]; result = s;
//# object: computed keys, few
const o = { alpha: 1, beta: 2, gamma: 3, delta: 4 }, keys = Object.keys(o);
//:
let s = 0; for (let i = 0; i < 1000; i++) s += o[keys[i & 3]]; result = s;
//# object: write computed keys
const keys = Array.from({ length: 16 }, (_, i) => "key" + i);
//:
const o = {}; for (let i = 0; i < 500; i++) o[keys[i & 15]] = i; result = o.key7;
//# object: as a dictionary of many keys
const o = {}; for (let i = 0; i < 300; i++) o["k" + i] = i; let s = 0; for (let i = 0; i < 300; i++) s += o["k" + i]; result = s;
//# object: numbers as keys
const o = {}; for (let i = 0; i < 300; i++) o[i * 7] = i; let s = 0; for (let i = 0; i < 300; i++) s += o[i * 7]; result = s;
//# object: negative and fractional keys
const o = { "-1": 1, "0.5": 2 };
//:
let s = 0; for (let i = 0; i < 300; i++) s += o[-1] + o[0.5]; result = s;
//# object: computed keys in a literal
let s = 0; for (let i = 0; i < 300; i++) { const k = "k" + (i & 7); const o = { [k]: i, z: 1 }; s += o[k]; } result = s;
//# object: spread
const base = { a: 1, b: 2, c: 3 };
//:
let s = 0; for (let i = 0; i < 300; i++) { const o = { ...base, d: i }; s += o.a + o.d; } result = s;
//# object: spread and a computed key, built up
let o = {}; for (let i = 0; i < 40; i++) o = { ...o, ["k" + i]: i }; result = Object.keys(o).length;
//# object: Object.assign
const base = { a: 1, b: 2, c: 3 };
//:
let s = 0; for (let i = 0; i < 300; i++) s += Object.assign({}, base, { d: i }).d; result = s;
//# object: Object.keys
const o = { a: 1, b: 2, c: 3, d: 4, e: 5 };
//:
let s = 0; for (let i = 0; i < 300; i++) s += Object.keys(o).length; result = s;
//# object: Object.entries, Object.values
const o = { a: 1, b: 2, c: 3, d: 4, e: 5 };
//:
let s = 0; for (let i = 0; i < 100; i++) { for (const [k, v] of Object.entries(o)) s += v + k.length; for (const v of Object.values(o)) s += v; } result = s;
//# object: Object.fromEntries
const entries = Array.from({ length: 30 }, (_, i) => ["k" + i, i]);
//:
let s = 0; for (let i = 0; i < 10; i++) s += Object.fromEntries(entries).k7; result = s;
//# object: for in
const o = { a: 1, b: 2, c: 3, d: 4, e: 5 };
//:
let s = 0; for (let i = 0; i < 100; i++) for (const k in o) s += o[k]; result = s;
//# object: in
const o = { a: 1, b: 2 };
//:
let n = 0; for (let i = 0; i < 500; i++) { if ("a" in o) n++; if ("z" in o) n++; } result = n;
//# object: in with computed keys
const o = { k0: 1, k2: 2 }, keys = ["k0", "k1", "k2", "k3"];
//:
let n = 0; for (let i = 0; i < 500; i++) if (keys[i & 3] in o) n++; result = n;
//# object: hasOwnProperty, Object.hasOwn
const o = { a: 1, b: 2 };
//:
let n = 0; for (let i = 0; i < 300; i++) { if (o.hasOwnProperty("a")) n++; if (Object.hasOwn(o, "z")) n++; } result = n;
//# object: delete
let n = 0; for (let i = 0; i < 300; i++) { const o = { a: 1, b: 2 }; delete o.a; if (o.a === undefined) n++; } result = n;
//# object: delete and add of a dictionary
const o = {};
//:
for (let i = 0; i < 200; i++) { o["k" + i] = i; if (i > 9) delete o["k" + (i - 10)]; } result = Object.keys(o).length > 0;
//# object: getter
const o = { x: 1, get y() { return this.x; } };
//:
let s = 0; for (let i = 0; i < 500; i++) s += o.y; result = s;
//# object: setter
const o = { n: 0, set y(v) { this.n = v; } };
//:
for (let i = 0; i < 500; i++) o.y = i; result = o.n;
//# object: defineProperty
let n = 0; for (let i = 0; i < 100; i++) { const o = {}; Object.defineProperty(o, "x", { value: i, enumerable: true }); n += o.x; } result = n;
//# object: freeze, isFrozen
let n = 0; for (let i = 0; i < 200; i++) if (Object.isFrozen(Object.freeze({ a: 1, b: i }))) n++; result = n;
//# object: Object.create
const proto = { hello() { return 1; } };
//:
let n = 0; for (let i = 0; i < 300; i++) n += Object.create(proto).hello(); result = n;
//# object: method call
const o = { n: 1, add(x) { return this.n + x; } };
//:
let s = 0; for (let i = 0; i < 1000; i++) s += o.add(i); result = s;
//# object: computed method call
const o = { one(x) { return x; }, two(x) { return x + x; } }, names = ["one", "two"];
//:
let s = 0; for (let i = 0; i < 500; i++) s += o[names[i & 1]](i); result = s;
//# object: destructuring
const o = { a: 1, b: 2, c: { d: 3 } };
//:
let s = 0; for (let i = 0; i < 500; i++) { const { a, b, c: { d } } = o; s += a + b + d; } result = s;
//# object: destructuring with defaults and rest
const o = { a: 1, b: 2, c: 3 };
//:
let s = 0; for (let i = 0; i < 200; i++) { const { a, x = 5, ...rest } = o; s += a + x + rest.c; } result = s;
//# object: optional chaining
const o = { a: { b: 1 } }, none = null;
//:
let s = 0; for (let i = 0; i < 500; i++) s += (o?.a?.b ?? 0) + (none?.a?.b ?? 2) + (o.f?.() ?? 1); result = s;
//# object: logical assignment
let s = 0; for (let i = 0; i < 300; i++) { const o = { a: null, b: 0 }; o.a ??= i; o.b ||= 2; o.b &&= 3; s += o.a + o.b; } result = s;
//# object: linked list
let head = null; for (let i = 0; i < 300; i++) head = { value: i, next: head }; let s = 0; for (let node = head; node; node = node.next) s += node.value; result = s;
//# object: binary tree
const make = (depth) => (depth ? { left: make(depth - 1), right: make(depth - 1) } : { left: null, right: null });
const check = (tree) => (tree.left ? 1 + check(tree.left) + check(tree.right) : 1);
//:
result = check(make(7));
//# object: deep clone by hand
const clone = (x) => { if (Array.isArray(x)) return x.map(clone); if (x && typeof x === "object") { const o = {}; for (const k in x) o[k] = clone(x[k]); return o; } return x; };
const value = { a: [1, 2, { b: 3 }], c: { d: { e: "f" } }, g: null };
//:
for (let i = 0; i < 20; i++) result = clone(value).a[2].b;
//# object: deep equality by hand
const equal = (a, b) => { if (a === b) return true; if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false; const k = Object.keys(a); return k.length === Object.keys(b).length && k.every((x) => equal(a[x], b[x])); };
const a = { a: [1, 2, { b: 3 }], c: { d: { e: "f" } } }, b = { a: [1, 2, { b: 3 }], c: { d: { e: "f" } } };
//:
for (let i = 0; i < 20; i++) result = equal(a, b);
//# object: structuredClone
const value = { a: [1, 2, { b: 3 }], c: { d: { e: "f" } }, g: null };
//:
for (let i = 0; i < 20; i++) result = structuredClone(value).a[2].b;
//# object: valueOf in operators
const o = { valueOf() { return 3; } };
//:
let s = 0; for (let i = 0; i < 300; i++) { s += o * 2 + (o < i ? 1 : 0); } result = s;
//# object: toString in concatenation
const o = { toString() { return "abc"; } };
//:
let n = 0; for (let i = 0; i < 300; i++) n += ("" + o).length + `${o}`.length; result = n;
//# object: Symbol.toPrimitive
const o = { [Symbol.toPrimitive](hint) { return hint === "number" ? 4 : "t"; } };
//:
let n = 0; for (let i = 0; i < 200; i++) n += +o + `${o}`.length; result = n;
//# object: typeof, instanceof
class A {} class B extends A {}
const values = [new B(), 1, "x", null];
//:
let n = 0; for (let i = 0; i < 500; i++) { const v = values[i & 3]; if (v instanceof A) n++; if (typeof v === "string") n += 2; if (typeof v === "object") n += 3; } result = n;
//# object: getPrototypeOf, setPrototypeOf
const proto = { a: 1 };
//:
let n = 0; for (let i = 0; i < 100; i++) { const o = Object.setPrototypeOf({}, proto); if (Object.getPrototypeOf(o) === proto) n += o.a; } result = n;
//# object: Object.is, Object.getOwnPropertyNames
const o = { a: 1, b: 2, c: 3 };
//:
let n = 0; for (let i = 0; i < 100; i++) { if (Object.is(i, i)) n++; n += Object.getOwnPropertyNames(o).length; } result = n;
