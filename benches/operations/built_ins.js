//# JSON: parse an object
const text = JSON.stringify({ id: 1, name: "x", tags: ["a", "b"], nested: { ok: true, n: 1.5, z: null } });
//:
let n = 0; for (let i = 0; i < 50; i++) n += JSON.parse(text).nested.n; result = n;
//# JSON: parse a list
const text = JSON.stringify(Array.from({ length: 100 }, (_, i) => ({ id: i, name: "name" + i })));
//:
result = JSON.parse(text).length;
//# JSON: stringify an object
const value = { id: 1, name: "x", tags: ["a", "b"], nested: { ok: true, n: 1.5, z: null } };
//:
let n = 0; for (let i = 0; i < 50; i++) n += JSON.stringify(value).length; result = n;
//# JSON: stringify with indents
const value = { id: 1, list: Array.from({ length: 30 }, (_, i) => ({ i, t: "x" })) };
//:
result = JSON.stringify(value, null, 2).length;
//# JSON: stringify with a function
const value = Array.from({ length: 50 }, (_, i) => ({ i, secret: "x" }));
//:
result = JSON.stringify(value, (k, v) => (k === "secret" ? undefined : v)).length;
//# JSON: parse with a function
const text = JSON.stringify(Array.from({ length: 50 }, (_, i) => ({ i })));
//:
result = JSON.parse(text, (k, v) => (typeof v === "number" ? v + 1 : v))[49].i;
//# JSON: parse numbers
const text = JSON.stringify(Array.from({ length: 300 }, (_, i) => i * 1.25));
//:
result = JSON.parse(text).length;
//# JSON: clone
const value = { a: [1, 2, { b: 3 }], c: { d: "e" } };
//:
let n = 0; for (let i = 0; i < 50; i++) n += JSON.parse(JSON.stringify(value)).a.length; result = n;
//# Date: now, new
let n = 0; for (let i = 0; i < 200; i++) if (new Date(1.7e12 + i).getTime() > 0 && Date.now() >= 0) n++; result = n;
//# Date: getters in UTC
const d = new Date(1.7e12);
//:
let s = 0; for (let i = 0; i < 100; i++) s += d.getUTCFullYear() + d.getUTCMonth() + d.getUTCDate() + d.getUTCHours(); result = s;
//# Date: local getters and setters
const d = new Date(2024, 1, 3, 4, 5, 6);
//:
let s = 0; for (let i = 0; i < 100; i++) { d.setDate(i % 28 + 1); s += d.getDate() + d.getDay(); } result = s;
//# Date: toISOString
let n = 0; for (let i = 0; i < 100; i++) n += new Date(1.7e12 + i * 1e6).toISOString().length; result = n;
//# Date: parse
let n = 0; for (let i = 0; i < 100; i++) n += Date.parse("2024-05-17T10:20:30Z") / 1e12; result = n > 0;
//# Date: Date.UTC, arithmetic
let n = 0; for (let i = 0; i < 200; i++) n += (Date.UTC(2024, i % 12, 1) - Date.UTC(2023, 0, 1)) / 864e5; result = n;
//# Proxy: get trap
const p = new Proxy({ a: 1 }, { get: (t, k) => t[k] ?? 2 });
//:
let s = 0; for (let i = 0; i < 300; i++) s += p.a + p.b; result = s;
//# Proxy: set and has traps
const p = new Proxy({}, { set(t, k, v) { t[k] = v; return true; }, has: () => true });
//:
let s = 0; for (let i = 0; i < 200; i++) { p.x = i; if ("y" in p) s++; } result = s + p.x;
//# Proxy: no traps
const p = new Proxy({ a: 1, f() { return this.a; } }, {});
//:
let s = 0; for (let i = 0; i < 200; i++) s += p.a + p.f(); result = s;
//# Proxy: of a function
const p = new Proxy((x) => x + 1, { apply: (f, _, args) => f(...args) * 2 });
//:
let s = 0; for (let i = 0; i < 200; i++) s += p(i); result = s;
//# Proxy: ownKeys
const p = new Proxy({ a: 1, b: 2 }, { ownKeys: (t) => Reflect.ownKeys(t) });
//:
let n = 0; for (let i = 0; i < 100; i++) n += Object.keys(p).length; result = n;
//# Reflect: get, set, has, ownKeys
const o = { a: 1, b: 2 };
//:
let n = 0; for (let i = 0; i < 200; i++) { Reflect.set(o, "a", i); n += Reflect.get(o, "a") + (Reflect.has(o, "b") ? 1 : 0) + Reflect.ownKeys(o).length; } result = n;
//# Reflect: apply
const f = (a, b) => a + b, args = [1, 2];
//:
let s = 0; for (let i = 0; i < 300; i++) s += Reflect.apply(f, null, args); result = s;
//# Symbol: as keys
const k = Symbol("k"), o = { [k]: 1 };
//:
let s = 0; for (let i = 0; i < 500; i++) { o[k] = i; s += o[k]; } result = s;
//# Symbol: Symbol.for, description
let n = 0; for (let i = 0; i < 200; i++) { if (Symbol.for("app") === Symbol.for("app")) n++; n += Symbol("ab").description.length; } result = n;
//# Symbol: hasInstance, toStringTag
class Even { static [Symbol.hasInstance](n) { return n % 2 === 0; } get [Symbol.toStringTag]() { return "Even"; } } const e = new Even();
//:
let n = 0; for (let i = 0; i < 200; i++) { if (i instanceof Even) n++; n += Object.prototype.toString.call(e).length; } result = n;
//# Object.prototype.toString.call
const values = [[], {}, () => 1, null, 1, "x", /x/, new Date()];
//:
let n = 0; for (let i = 0; i < 200; i++) n += Object.prototype.toString.call(values[i & 7]).length; result = n;
//# Boolean, String, Number as functions
let n = 0; for (let i = 0; i < 300; i++) { if (Boolean(i)) n++; n += String(i).length + Number(String(i)); } result = n;
//# boxed primitives
let n = 0; for (let i = 0; i < 200; i++) { n += new Number(i) + new String("ab").length + Object(i); } result = n;
//# Error: new and stack
let n = 0; for (let i = 0; i < 50; i++) { const e = new RangeError("x" + i); if (typeof e.stack === "string") n++; n += e.message.length; } result = n;
//# Error: cause, AggregateError
let n = 0; for (let i = 0; i < 50; i++) { n += new Error("a", { cause: i }).cause + new AggregateError([1, 2], "m").errors.length; } result = n;
//# Array.prototype methods of array-likes
const like = { length: 5, 0: 1, 1: 2, 2: 3, 3: 4, 4: 5 };
//:
let n = 0; for (let i = 0; i < 50; i++) { n += Array.prototype.slice.call(like, 1).length + Array.prototype.map.call(like, (x) => x * 2)[2] + Array.from(like).length; } result = n;
//# string conversion of arrays and objects
const a = [1, [2, 3]], o = {};
//:
let n = 0; for (let i = 0; i < 100; i++) n += String(a).length + (a + "").length + `${o}`.length; result = n;
//# atob, btoa
let n = 0; for (let i = 0; i < 100; i++) n += atob(btoa("hello world" + i)).length; result = n;
//# Math.clz32, Math.fround, Math.cbrt
let s = 0; for (let i = 1; i < 300; i++) s += Math.clz32(i) + Math.fround(i * 0.1) + Math.cbrt(i); result = s.toFixed(6);
//# toLocaleDateString
const d = new Date(1.7e12);
//:
let n = 0; for (let i = 0; i < 20; i++) n += d.toLocaleDateString("en-US").length; result = n > 0;
//# Intl.NumberFormat
const f = new Intl.NumberFormat("en-US");
//:
let n = 0; for (let i = 0; i < 50; i++) n += f.format(i * 12345.678).length; result = n;
//# Intl.Collator
const f = new Intl.Collator("en");
//:
let n = 0; for (let i = 0; i < 100; i++) if (f.compare("b" + i, "a") > 0) n++; result = n;
