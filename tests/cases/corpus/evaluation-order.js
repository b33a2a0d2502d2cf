//! about = "in which order things are evaluated, labels, private members, and ticks of asynchronous iteration"

async () => {
  const out = {};
  const T = (name, f) => { try { out[name] = f(); if (out[name] === undefined) out[name] = 'undefined' } catch (e) { out[name] = 'threw ' + (e && e.name ? e.name : String(e)); } };
  const L = []; const l = (x, v) => { L.push(x); return v === undefined ? x : v };
  const order = f => { L.length = 0; try { f() } catch (e) { L.push('!' + (e && e.name || e)) } return L.slice() };
  T('order class', () => order(() => { class A extends (l('h'), Object) { static [l('a')] = l('av'); [l('b')] = l('bv'); static { l('s') } static [l('c')]() { } get [l('d')]() { return 1 } static #p = l('p'); } l('made'); new A }));
  T('order class tostring', () => order(() => { const k = n => ({ toString() { l('k' + n); return n } }); class A { static [k('a')] = l('av'); [k('b')]() { } static [k('c')] = l('cv') } }));
  T('order object', () => order(() => { const k = n => ({ toString() { l('k' + n); return n } }); return { [k('a')]: l('1'), [k('b')]: l('2'), get [k('c')]() { return 1 }, ...{ get z() { return l('z') } }, [k('d')]() { } } }));
  T('order assign', () => order(() => { const o = { set x(v) { l('set') } }; const b = () => (l('b'), o); const k = () => (l('k'), { toString() { l('ks'); return 'x' } }); b()[k()] = l('v') }));
  T('order assign null', () => order(() => { const b = () => (l('b'), null); const k = () => (l('k'), { toString() { l('ks'); return 'x' } }); b()[k()] = l('v') }));
  T('order destructuring', () => order(() => { const src = { get a() { l('ga') }, get b() { l('gb'); return 1 } }; const t = n => (l('t' + n), { set x(v) { l('set' + n) } }); ({ a: t(1).x = l('d1'), b: t(2).x = l('d2') } = src) }));
  T('order destructuring computed', () => order(() => { const src = { get a() { l('ga') }, get b() { l('gb'); return 1 } }; const k = n => (l('k' + n), { toString() { l('ks' + n); return n } }); const t = n => (l('t' + n), { set x(v) { l('set' + n) } }); ({ [k('a')]: t(1).x = l('d1'), [k('b')]: t(2)[l('m', 'x')] = l('d2') } = src) }));
  T('order array destructuring', () => order(() => { const it = { [Symbol.iterator]() { l('iter'); return { next() { l('next'); return { done: false, get value() { l('val') } } }, return() { l('ret'); return {} } } } }; const t = n => (l('t' + n), { set x(v) { l('set' + n) } });[t(1).x = l('d1'), , t(2)[l('k', 'x')]] = it }));
  T('order var pattern', () => order(() => { const k = n => (l('k' + n), n); const { [k('a')]: a = l('da'), [k('b')]: { [k('c')]: c = l('dc') } = l('db', {}), ...rest } = { get q() { l('gq'); return 1 }, get r() { l('gr'); return 2 } }; l(JSON.stringify(rest)) }));
  T('order call', () => order(() => { const f = () => (l('f'), null); f()(l('a')) }));
  T('order member call', () => order(() => { const o = () => (l('o'), { get m() { l('gm'); return undefined } }); o().m(l('a')) }));
  T('order new', () => order(() => { const f = () => (l('f'), null); new (f())(l('a')) }));
  T('order template', () => order(() => { const o = n => ({ toString() { return l('s' + n) } }); return `${(l(1), o(1))}${(l(2), o(2))}` }));
  T('template symbol', () => order(() => `${Symbol()}${l(3)}`));
  T('template local', () => { let a = 1; return `${{ toString() { a = 5; return 't' } }}${a}` });
  T('order binary', () => order(() => { const o = n => ({ valueOf() { return l('v' + n, 1) } }); return o(l(1)) + o(l(2)) * o(l(3)) < o(l(4)) }));
  T('order in', () => order(() => { ({ toString() { return l('k') } }) in (l('o'), null) }));
  T('order delete', () => order(() => { delete (l('o'), { a: 1 })[(l('k'), { toString() { return l('ks') } })] }));
  T('order super', () => order(() => { class A { set x(v) { l('setx') } } class B extends A { m() { super[(l('k'), { toString() { return l('ks', 'x') } })] = l('v') } } new B().m() }));
  T('order super call', () => order(() => { class A { constructor() { l('A') } } class B extends A { f = l('f'); constructor() { l('B'); super(l('arg')); l('end') } } new B() }));
  T('optional', () => order(() => { const o = null; o?.[l('k')](l('a')); o?.a.b.c(l('x')); ({ a: null })?.a?.[l('y')]; ({}).f?.(l('z')) }));
  T('spread order', () => order(() => { const it = n => ({ *[Symbol.iterator]() { l('i' + n); yield 1; l('e' + n) } }); [...it(1), l('x'), ...it(2)]; Math.max(...it(3), l('y'), ...it(4)) }));
  T('arguments object', () => (function (a, b) { const r = [arguments.length, typeof arguments.callee, Object.keys(arguments), [...arguments]]; delete arguments[0]; arguments[0] = 9; r.push(a); b = 7; r.push(arguments[1]); return r })(1, 2, 3));
  T('arguments arrow', () => (function () { return (() => [...arguments])(5) })(1, 2));
  T('arguments generator', () => [...(function* () { yield* arguments })(1, 2)]);
  T('arguments rest', () => (function (...r) { arguments[0] = 5; return [r, arguments.length] })(1, 2));
  T('arguments assigned', () => (function (a) { arguments = [7]; return [a, arguments[0]] })(1));
  T('arguments shadow', () => (function (arguments) { return arguments })(1));
  T('arguments function', () => (function () { function arguments() { } return typeof arguments })(1));
  T('names', () => { const a = () => { }, b = function () { }, c = class { }, d = { e() { }, f: () => { }, get g() { return 1 }, [Symbol('s')]: () => { }, ['x' + 1]: function () { } }; let h; h = () => { }; const { i = () => { } } = {}; const [j = () => { }] = []; const k = (() => { }, () => { }); const m = class { static name = 'own' }; const n = class { static name() { } }; return [a.name, b.name, c.name, d.e.name, d.f.name, Object.getOwnPropertyDescriptor(d, 'g').get.name, Object.getOwnPropertySymbols(d).map(s => d[s].name), d.x1.name, h.name, i.name, j.name, k.name, m.name, typeof n.name] });
  T('class fields names', () => { class A { a = () => { }; #b = () => { }; static c = function () { }; ['d'] = () => { }; static ['e'] = class { }; b() { return this.#b.name } } const x = new A; return [x.a.name, x.b(), A.c.name, x.d.name, A.e.name] });
  T('private', () => { class A { #x = 1; static #c = 0; #m() { return this.#x } get #g() { return this.#x * 2 } set #g(v) { this.#x = v } static has(o) { return #x in o } t() { this.#g = 5; this.#x += 1; this.#x++; [this.#x] = [this.#x * 2]; ({ a: this.#x } = { a: this.#x + 1 }); return [this.#m(), this.#g, this?.#x, A.#c++, A.#c] } } const a = new A; return [a.t(), A.has(a), A.has({})] });
  T('private errors', () => { const r = []; class A { #x; #m() { } get #g() { return 1 } set #s(v) { } static a(o) { return o.#x } static b(o) { o.#x = 1 } static c(o) { o.#m = 1 } static d(o) { o.#g = 1 } static e(o) { return o.#s } static f(o) { o.#m() } } const a = new A; for (const [f, o] of [[A.a, {}], [A.b, {}], [A.c, a], [A.d, a], [A.e, a], [A.f, {}]]) try { r.push(f(o)) } catch (e) { r.push(e.name) } return r });
  T('accessors inherit', () => { class A { get x() { return 'A' + this.v } static get y() { return 'sA' } } class B extends A { v = 1; get x() { return super.x + 'B' } static get y() { return super.y + 'B' } } return [new B().x, B.y, Object.hasOwn(B.prototype, 'x')] });
  T('derived', () => { const r = []; class A { } for (const f of [() => new (class extends A { constructor() { } }), () => new (class extends A { constructor() { return {} } }), () => new (class extends A { constructor() { return 1 } }), () => new (class extends A { constructor() { super(); super() } }), () => new (class extends A { constructor() { super(); return undefined } }), () => new (class extends null { }), () => new (class extends A { constructor() { (() => super())(); this.a = 1 } }), () => class extends 5 { }, () => class extends (() => { }) { }]) try { r.push(typeof f()) } catch (e) { r.push(e.name) } return r });
  T('new.target', () => { function F() { return new.target === F } class A { constructor() { this.n = new.target.name } } class B extends A { } return [F(), new F() instanceof F, new B().n, Reflect.construct(A, [], B).n] });
  T('labels', () => { const r = []; a: { b: { r.push(1); break a } r.push(2) } c: for (; ;) { switch (1) { case 1: break c } } d: if (true) { break d } e: f: for (let i = 0; i < 3; i++) { if (i === 1) continue e; r.push('i' + i) } return r });
  T('switch', () => { const r = []; const f = v => { switch (v) { case l(1): r.push('1'); case 2: r.push('2'); break; default: r.push('d'); case 3: r.push('3') } }; [1, 2, 3, 4].forEach(f); return r });
  T('switch scope', () => { const fs = []; for (let i = 0; i < 3; i++) switch (i) { case 0: let x = 'a' + i; fs.push(() => x); break; default: x = 'b' + i; fs.push(() => x) } return fs.map(f => f()) });
  T('comma for', () => { let r = []; for (var i = 0, j = 10; i < j; i += 3, j -= 3) r.push([i, j]); return r });
  T('for in mutate', () => { const o = { a: 1, b: 2, c: 3 }, r = []; for (const k in o) { r.push(k); delete o.b; o.d = 1 } return r });
  T('for in proto', () => { const p = { x: 1, y: 2 }, o = Object.create(p, { y: { value: 1, enumerable: false }, z: { value: 1, enumerable: true } }), r = []; for (const k in o) r.push(k); return r });
  T('for in annexb', () => { const r = []; for (var k = 5 in {}) r.push(k); return [k, r] });
  T('var hoisting', () => { const r = [typeof v, typeof f]; { var v = 1; } function f() { } var f = 2; r.push(v, f); return r });
  T('getter on with', () => { const o = { get a() { return l('ga', 5) }, b: 1 }; return order(() => { with (o) { a + a; b = a; typeof a; } l(o.b) }) });
  T('closures in try', () => { const fs = []; for (const x of [1, 2]) try { let y = x * 2; fs.push(() => y); if (x === 1) continue; throw y } catch (e) { fs.push(() => e) } finally { let z = x; fs.push(() => z) } return fs.map(f => f()) });
  T('default scope', () => { let x = 'o'; const f = (a = () => x, b = (x = 'p', 1)) => { var x = 'i'; return [a(), x] }; return [f(), x] });
  T('default scope 2', () => { const f = (x, a = () => x) => { x = 2; return [x, a()] }; const g = (x, a = () => x) => { var x; const r = [x, a()]; x = 2; return r.concat([x, a()]) }; return [f(1), g(1)] });
  T('param tdz', () => { const r = []; for (const f of [(a = b, b = 1) => a, (a = a) => a, (a = (() => b)(), b) => a, ({ a, b = a }) => b, ([a, b = a]) => b]) try { r.push(f(f.toString().includes('{') ? { a: 4 } : f.toString().includes('[') ? [3] : undefined)) } catch (e) { r.push(e.name) } return r });
  T('fn length', () => [((a, b) => 1).length, ((a, b = 1, c) => 1).length, ((...a) => 1).length, (({ a }, [b]) => 1).length, (class { constructor(a, b) { } }).length]);
  T('getter static block', () => { class A { static x = 1; static { this.y = this.x + 1; var v = 5; } static z = this.y + 1; } return [A.x, A.y, A.z, typeof v] });
  T('instanceof', () => { class A { static [Symbol.hasInstance](x) { return x === 1 } } return [1 instanceof A, new A instanceof A] });
  T('symbol toprimitive', () => { const o = { [Symbol.toPrimitive](h) { return h } }; return [`${o}`, o + '', isNaN(+o), o == 'default'] });
  // ticks of async iteration
  const ticks = async f => { let t = 0, stop = false; (async () => { while (!stop && t < 100) { t++; await 0 } })(); try { await f() } catch { } stop = true; return t };
  out.ticks = [];
  for (const f of [async () => { }, async () => { await 0 }, async () => { await Promise.resolve() }, async () => Promise.resolve(), async () => { return await Promise.resolve() }, async () => { throw 1 }, async () => { for await (const x of [1, 2]); }, async () => { for await (const x of [Promise.resolve(1), 2]) break }, async () => { async function* g() { yield 1; yield Promise.resolve(2); return Promise.resolve(3) } for await (const x of g()); }, async () => { async function* g() { yield* [1, 2] } for await (const x of g()); }, async () => { async function* g() { yield* (async function* () { yield 1; return 2 })() } for await (const x of g()); }, async () => { async function* g() { try { yield 1 } finally { await 0 } } for await (const x of g()) break }, async () => { await { then(r) { r(1) } } }, async () => ({ then(r) { r(1) } }), async () => { async function* g() { yield 1 } const i = g(); i.next(); i.next(); await i.return(Promise.resolve(1)) }, async () => { async function* g() { yield* { [Symbol.asyncIterator]() { return { next() { return { value: 1 } } } } } } const i = g(); await i.next(); await i.return(4) }, async () => { async function* g() { yield* { [Symbol.asyncIterator]() { return { next() { return { value: 1 } }, return() { return { value: 2, done: true } } } } } } const i = g(); await i.next(); await i.return(4) }, async () => { async function* g() { } const i = g(); await i.return(4) }, async () => { async function* g() { yield 1 } const i = g(); await i.throw(4) }, () => Promise.all([1, Promise.resolve(2)]), () => Promise.race([Promise.resolve(2)]), () => Promise.resolve().finally(() => 1), () => Promise.allSettled([Promise.reject(1)]), () => Promise.any([Promise.resolve(1)])]) out.ticks.push(await ticks(f));
  return out;
}
//= result: {
//=   "order class": ["h", "a", "b", "c", "d", "av", "s", "p", "made", "bv"],
//=   "order class tostring": ["ka", "kb", "kc", "av", "cv"],
//=   "order object": ["ka", "1", "kb", "2", "kc", "z", "kd"],
//=   "order assign": ["b", "k", "v", "ks", "set"],
//=   "order assign null": ["b", "k", "v", "!TypeError"],
//=   "order destructuring": ["t1", "ga", "d1", "set1", "t2", "gb", "set2"],
//=   "order destructuring computed": ["ka", "ksa", "t1", "ga", "d1", "set1", "kb", "ksb", "t2", "m", "gb", "set2"],
//=   "order array destructuring": [
//=     "iter",
//=     "t1",
//=     "next",
//=     "val",
//=     "d1",
//=     "set1",
//=     "next",
//=     "t2",
//=     "k",
//=     "next",
//=     "val",
//=     "set2",
//=     "ret",
//=   ],
//=   "order var pattern": ["ka", "da", "kb", "db", "kc", "dc", "gq", "gr", "{\"q\":1,\"r\":2}"],
//=   "order call": ["f", "a", "!TypeError"],
//=   "order member call": ["o", "gm", "a", "!TypeError"],
//=   "order new": ["f", "a", "!TypeError"],
//=   "order template": [1, "s1", 2, "s2"],
//=   "template symbol": ["!TypeError"],
//=   "template local": "t5",
//=   "order binary": [1, 2, 3, "v2", "v3", "v1", 4, "v4"],
//=   "order in": ["o", "!TypeError"],
//=   "order delete": ["o", "k", "ks"],
//=   "order super": ["k", "v", "ks", "setx"],
//=   "order super call": ["B", "arg", "A", "f", "end"],
//=   optional: [],
//=   "spread order": ["i1", "e1", "x", "i2", "e2", "i3", "e3", "y", "i4", "e4"],
//=   "arguments object": [3, "function", ["0", "1", "2"], [1, 2, 3], 1, 7],
//=   "arguments arrow": [1, 2],
//=   "arguments generator": [1, 2],
//=   "arguments rest": [[1, 2], 2],
//=   "arguments assigned": [1, 7],
//=   "arguments shadow": 1,
//=   "arguments function": "function",
//=   names: ["a", "b", "c", "e", "f", "get g", ["[s]"], "x1", "h", "i", "j", "", "own", "function"],
//=   "class fields names": ["a", "#b", "c", "d", "e"],
//=   private: [[15, 30, 15, 0, 1], true, false],
//=   "private errors": ["TypeError", "TypeError", "TypeError", "TypeError", "TypeError", "TypeError"],
//=   "accessors inherit": ["A1B", "sAB", true],
//=   derived: [
//=     "ReferenceError",
//=     "object",
//=     "TypeError",
//=     "ReferenceError",
//=     "object",
//=     "TypeError",
//=     "object",
//=     "TypeError",
//=     "TypeError",
//=   ],
//=   "new.target": [false, true, "B", "B"],
//=   labels: [1, "i0", "i2"],
//=   switch: ["1", "2", "2", "3", "d", "3"],
//=   "switch scope": "threw ReferenceError",
//=   "comma for": [[0, 10], [3, 7]],
//=   "for in mutate": ["a", "c"],
//=   "for in proto": ["z", "x"],
//=   "for in annexb": [5, []],
//=   "var hoisting": ["undefined", "function", 1, 2],
//=   "getter on with": ["ga", "ga", "ga", "ga", 5],
//=   "closures in try": [2, 1, 4, 4, 2],
//=   "default scope": [["p", "i"], "p"],
//=   "default scope 2": [[2, 2], [1, 1, 2, 1]],
//=   "param tdz": ["ReferenceError", "ReferenceError", "ReferenceError", 4, 3],
//=   "fn length": [2, 1, 0, 2, 2],
//=   "getter static block": [1, 2, 3, "undefined"],
//=   instanceof: [true, false],
//=   "symbol toprimitive": ["string", "default", true, true],
//=   ticks: [2, 3, 3, 4, 3, 2, 8, 5, 8, 11, 8, 7, 4, 3, 5, 7, 7, 4, 3, 3, 3, 5, 3, 3],
//= }
