//! about = "scopes, names and texts of functions and classes, and dead zones"

() => {
  const out = {};
  const T = (name, f) => { try { out[name] = f(); if (out[name] === undefined) out[name] = 'undefined' } catch (e) { out[name] = 'threw ' + (e && e.name ? e.name : String(e)); } };
  const key = "k", k2 = Symbol('s');
  T('class key', () => { class A { [key]() { return 1 } } return new A().k() });
  T('class keys', () => { class A { get [key + 1]() { return 1 } set [key + 1](v) { this.v = v } static [key + 2]() { return 2 } *[key + 3]() { yield 3 } async [key + 4]() { } [key + 5] = key; static [key + 6] = key; static get [(() => key + 7)()]() { return 7 } } const a = new A; a.k1 = 9; return [a.k1, a.v, A.k2(), [...a.k3()], typeof a.k4, a.k5, A.k6, A.k7] });
  T('class expr keys', () => { const f = (n) => class { [`${key}${n}`]() { return n } static [((x) => x + n)(key)]() { return key } }; const A = f(1), B = f(2); return [new A().k1(), new B().k2(), A.k1(), B.k2()] });
  T('nested class keys', () => { const r = []; for (const i of [1, 2]) { class A { [class B { static [key + i]() { return i } }['k' + i]()]() { return 'n' + i } } r.push(new A()[i]()) } return r });
  T('class key closure', () => { let fs = []; class A { [(fs.push(() => key), 'a')]() { } [(fs.push(() => A), 'b')] = 1 } return [fs[0](), fs[1]() === A] });
  T('class key tdz', () => { class A { [A.name]() { } } });
  T('class heritage tdz', () => { class A extends A { } });
  T('private and keys', () => { class A { #p = 1; [key]() { return this.#p } static [key](o) { return #p in o } } const a = new A; return [a.k(), A.k(a), A.k({})] });
  T('generator key', () => { function* g() { class A { [yield 1]() { return 5 } } return new A() } const i = g(); i.next(); return i.next('zz').value.zz() });
  T('var repeats', () => (function (a = 1) { var a; return a })());
  T('var repeats2', () => (function (a, b = 1) { var a = a + b; return a })(5));
  T('var repeats3', () => (function (a, b = () => a) { var a = 7; return [a, b()] })(5));
  T('var repeats4', () => (function (a, b = () => a) { var a; a++; return [a, b()] })(5));
  T('function repeats', () => (function (a, b = () => a) { function a() { } return [typeof a, b()] })(5));
  T('var arguments', () => (function (a = 1) { var arguments; return typeof arguments })());
  T('var arguments2', () => (function (a = arguments) { var arguments; return [typeof arguments, a === arguments] })());
  T('var arguments3', () => (function (a = arguments) { var arguments = 5; return [arguments, a.length] })());
  T('arguments defaults', () => (function (a, b = arguments.length, c = arguments[0]) { return [a, b, c] })(1));
  T('arguments arrow default', () => (function (a, b = () => arguments[0]) { a = 5; return b() })(1));
  T('let arguments', () => (function (a = 1) { let arguments = 3; return arguments })());
  T('mapped', () => (function (a) { arguments[0] = 2; const r = a; a = 3; return [r, arguments[0]] })(1));
  T('unmapped', () => (function (a) { "use strict"; arguments[0] = 2; const r = a; a = 3; return [r, arguments[0]] })(1));
  T('mapped nested in strict', () => { "use strict"; return (function (a) { arguments[0] = 2; return a })(1) });
  T('strict fn name', () => { "use strict"; (function f() { f = 1 })() });
  T('strict fn name 2', () => (function f() { "use strict"; f = 1 })());
  T('strict fn name arrow', () => { "use strict"; (function f() { (() => { f = 1 })() })() });
  T('sloppy fn name', () => (function f() { f = 1; return typeof f })());
  T('sloppy fn name param', () => (function f(a = (f = 2)) { return [typeof f, a] })());
  T('fn name ops', () => (function f() { f++; f += 1; f ??= 1; f &&= 1; ({ f } = { f: 1 }); [f] = [1]; for (f of [1]); for (f in { a: 1 }); return typeof f })());
  T('fn name ops strict', () => { "use strict"; const r = []; (function f() { for (const g of [() => f++, () => f += 1, () => f &&= 1, () => { ({ f } = { f: 1 }) }, () => { [f] = [1] }, () => { for (f of [1]); }, () => { for (f in { a: 1 }); }]) try { g(); r.push('ok') } catch (e) { r.push(e.name) } })(); return r });
  T('class name', () => { class A { static m() { A = 1 } } A.m() });
  T('class name outer', () => { class A { } A = 1; return A });
  T('class expr name', () => { const B = class A { static m() { try { A = 1 } catch (e) { return e.name } } }; return B.m() });
  T('annex b', () => { const r = [typeof f]; { function f() { } r.push(typeof f) } r.push(typeof f); return r });
  T('annex b let', () => { let r; { let f = 1; { function f() { } } r = typeof f } try { return [r, typeof f] } catch (e) { return e.name } });
  T('annex b strict', () => { "use strict"; const f = 1; return (() => { { function f() { } } return typeof f })() });
  T('annex b strict undefined', () => { "use strict"; { function zz() { } } return typeof zz });
  T('annex b if', () => { if (true) function f() { } return typeof f });
  T('annex b switch', () => { switch (1) { case 1: function f() { } } return typeof f });
  T('annex b param', () => (function (f) { { function f() { } } return f })(1));
  T('annex b default', () => (function (a = 1) { { function f() { } } return typeof f })());
  T('annex b default closure', () => (function (a = () => typeof f) { { function f() { } } return [typeof f, a()] })());
  T('annex b catch', () => { try { throw 1 } catch (f) { { function f() { } } } return typeof f });
  T('annex b catch pattern', () => { try { throw [1] } catch ([f]) { { function f() { } } } return typeof f });
  T('annex b for', () => { for (let f of [1]) { { function f() { } } } return typeof f });
  T('annex b not applicable', () => { var outerX; { function x() { 1 } outerX = x; } { { function x() { 2; } } let x; } { let x; { function x() { 3 } } } return x === outerX });
  T('annex b twice', () => { { function f() { return 1 } } const a = f(); { function f() { return 2 } } return [a, f()] });
  T('annex b later', () => { { function f() { return 1 } f = 5; } return typeof f });
  T('class text', () => { class A { } const B = class { x = 1 }; const C = class  D  extends A { constructor() { super() } /* c */ }; return [String(A), String(B), String(C), B.toString(), String(class { }), String((class F { }))] });
  T('method text', () => { class A { m() { } static s() { } get g() { return 1 } static async *x() { } ['c' + 1]() { } static { } #p() { } static t() { return String(A.prototype.m) + A.s + Object.getOwnPropertyDescriptor(A.prototype, 'g').get + A.x + A.prototype.c1 } } return A.t() });
  T('delete super', () => { let n = 0; class A { m() { delete super[n++] } } try { new A().m() } catch (e) { return [e.name, n] } });
  T('delete super2', () => { class A { m() { delete super.x } } try { new A().m() } catch (e) { return [e.name] } });
  T('delete folded', () => { var x = 1; return [delete (true && x), delete (false || x), delete (null ?? x), typeof x] });
  T('delete folded member', () => { const o = { a: 1 }; return [delete (true && o.a), o.a] });
  T('this folded', () => { "use strict"; const o = { f() { return this } }; return [typeof (true && o.f)(), typeof (0, o.f)(), typeof (o.f)()] });
  T('name folded', () => { const f = true && (() => { }); const g = false || function () { }; const h = (() => { }); const i = (0, () => { }); return [f.name, g.name, h.name, i.name] });
  T('typeof folded', () => { try { return typeof (true && nothing) } catch (e) { return e.name } });
  T('exp', () => { let n = 0; const o = { valueOf() { n++; return 3 } }; const r = [o ** 2, n]; try { const b = 5n; r.push(String(b ** 2)) } catch (e) { r.push(e.name) } return r });
  T('done', () => { let n = 0; const it = { [Symbol.iterator]() { return { next() { n++; return { done: true } } } } }; const [x, ...rest] = it; let y, r2; [y, ...r2] = it; const [, , ...z] = it; return [n, rest, r2, z] });
  T('callee', () => { function f() { this.c = arguments.callee === f } const b = f.bind(null, 1); return new b().c });
  T('loop closures', () => { const fs = []; for (let i = 0, g = () => i; i < 3; i++, fs.push(g)) fs.push(() => i); return fs.map(f => f()) });
  T('loop closures 2', () => { const fs = []; for (let i = 0; fs.push(() => i), i < 3; fs.push(() => i), i++) fs.push(() => i); return fs.map(f => f()) });
  T('loop closures 3', () => { const fs = []; for (const x of [1, 2]) fs.push(() => x); for (const x in { a: 1, b: 2 }) fs.push(() => x); for (let [a, b = () => a] of [[1], [2]]) fs.push(b); return fs.map(f => f()) });
  T('loop continue', () => { const fs = []; for (let i = 0; i < 4; i++) { if (i % 2) continue; fs.push(() => i++) } return fs.map(f => [f(), f()]) });
  T('while closures', () => { const fs = []; let n = 0; while (n < 3) { let i = n++; fs.push(() => i) } do { const j = n++; fs.push(() => j) } while (n < 5); return fs.map(f => f()) });
  T('with 2', () => { const o = { x: 1 }; let r = []; with (o) { x = 2; var y = x; r.push(typeof nothing, x++); delete x; } r.push(o.x, y); return r });
  T('with unscopables', () => { const o = { x: 1, [Symbol.unscopables]: { x: true } }; var x = 5; with (o) { return x } });
  T('tdz', () => { const r = []; for (const f of [() => { x; let x }, () => { x = 1; let x }, () => { typeof x; let x }, () => { let x = x }, () => { const { a = b, b } = {} }, () => { let [a = b, b] = [] }, () => { (() => x)(); let x = 1 }, () => { ((a = b, b) => 1)() }, () => { for (let i = i; ;) break }, () => { for (let x of [x]); }, () => { for (let x in x); }, () => { switch (1) { case 0: let x; case 1: x } }, () => { switch (1) { case 1: x = 1; let x } }, () => { switch (1) { case 0: let x = 1; case 1: x = 2 } }, () => { class A { static x = A } new A; A = 1; return 1 }, () => { x++; let x = 1 }, () => { x += 1; let x = 1 }, () => { ({ x } = { x: 1 }); let x }, () => { f(); let x = 1; function f() { return x } }, () => { new C; class C { } }, () => { delete x; let x }, () => { class D extends Object { constructor() { this; super() } } new D }]) try { r.push(String(f())) } catch (e) { r.push(e.name) } return r });
  return out;
}
//= result: {
//=   "class key": 1,
//=   "class keys": [1, 9, 2, [3], "function", "k", "k", 7],
//=   "class expr keys": [1, 2, "k", "k"],
//=   "nested class keys": ["n1", "n2"],
//=   "class key closure": ["k", true],
//=   "class key tdz": "threw ReferenceError",
//=   "class heritage tdz": "threw ReferenceError",
//=   "private and keys": [1, true, false],
//=   "generator key": 5,
//=   "var repeats": 1,
//=   "var repeats2": 6,
//=   "var repeats3": [7, 5],
//=   "var repeats4": [6, 5],
//=   "function repeats": ["function", 5],
//=   "var arguments": "object",
//=   "var arguments2": ["object", true],
//=   "var arguments3": [5, 0],
//=   "arguments defaults": [1, 1, 1],
//=   "arguments arrow default": 1,
//=   "let arguments": 3,
//=   mapped: [2, 3],
//=   unmapped: [1, 2],
//=   "mapped nested in strict": 1,
//=   "strict fn name": "threw TypeError",
//=   "strict fn name 2": "threw TypeError",
//=   "strict fn name arrow": "threw TypeError",
//=   "sloppy fn name": "function",
//=   "sloppy fn name param": ["function", 2],
//=   "fn name ops": "function",
//=   "fn name ops strict": [
//=     "TypeError",
//=     "TypeError",
//=     "TypeError",
//=     "TypeError",
//=     "TypeError",
//=     "TypeError",
//=     "TypeError",
//=   ],
//=   "class name": "threw TypeError",
//=   "class name outer": 1,
//=   "class expr name": "TypeError",
//=   "annex b": ["undefined", "function", "function"],
//=   "annex b let": ["number", "undefined"],
//=   "annex b strict": "number",
//=   "annex b strict undefined": "undefined",
//=   "annex b if": "function",
//=   "annex b switch": "function",
//=   "annex b param": 1,
//=   "annex b default": "function",
//=   "annex b default closure": ["function", "undefined"],
//=   "annex b catch": "function",
//=   "annex b catch pattern": "undefined",
//=   "annex b for": "undefined",
//=   "annex b not applicable": true,
//=   "annex b twice": [1, 2],
//=   "annex b later": "function",
//=   "class text": [
//=     "class A { }",
//=     "class { x = 1 }",
//=     "class  D  extends A { constructor() { super() } /* c */ }",
//=     "class { x = 1 }",
//=     "class { }",
//=     "class F { }",
//=   ],
//=   "method text": "m() { }s() { }get g() { return 1 }async *x() { }['c' + 1]() { }",
//=   "delete super": ["ReferenceError", 1],
//=   "delete super2": ["ReferenceError"],
//=   "delete folded": [true, true, true, "number"],
//=   "delete folded member": [true, 1],
//=   "this folded": ["undefined", "undefined", "object"],
//=   "name folded": ["", "", "h", ""],
//=   "typeof folded": "ReferenceError",
//=   exp: [9, 1, "TypeError"],
//=   done: [3, [], [], []],
//=   callee: true,
//=   "loop closures": [0, 0, 1, 0, 2, 0],
//=   "loop closures 2": [0, 0, 1, 1, 1, 2, 2, 2, 3, 3],
//=   "loop closures 3": [1, 2, "a", "b", 1, 2],
//=   "loop continue": [[0, 1], [2, 3]],
//=   "while closures": [0, 1, 2, 3, 4],
//=   "with 2": ["undefined", 2, undefined, 2],
//=   "with unscopables": 5,
//=   tdz: [
//=     "ReferenceError",
//=     "ReferenceError",
//=     "ReferenceError",
//=     "ReferenceError",
//=     "ReferenceError",
//=     "ReferenceError",
//=     "ReferenceError",
//=     "ReferenceError",
//=     "ReferenceError",
//=     "ReferenceError",
//=     "ReferenceError",
//=     "ReferenceError",
//=     "ReferenceError",
//=     "ReferenceError",
//=     "1",
//=     "ReferenceError",
//=     "ReferenceError",
//=     "ReferenceError",
//=     "ReferenceError",
//=     "ReferenceError",
//=     "undefined",
//=     "ReferenceError",
//=   ],
//= }
