() => {
  const lines = [];
  const say = (...values) => lines.push(values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value) ?? String(value))).join(' '));
  const tried = (f) => { try { return f(); } catch (error) { return `${error.name}`; } };

  // 1 what is equal to what
  {
    const shared = {}, symbol = Symbol('s'), text = 'te' + String('xt');
    const values = [0, -0, 1, 0.5, 1.5 - 0.5, 0.1 + 0.2, 0.3, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 53, true, false, null, undefined, '', '0', '1', 'text', text, 'NaN', shared, {}, [], [1], () => 1, symbol, Symbol('s'), Symbol.iterator, Symbol.for('s'), Symbol.for('s'), 0n, 1n, 2n ** 70n, BigInt(2) ** 70n, new Date(0), Object(1), Object('1'), Object(symbol)];
    const matrix = (f) => values.map((one) => values.map((other) => Number(f(one, other))).join('')).join(' ');
    say(matrix((x, y) => x === y)); say(matrix((x, y) => x !== y)); say(matrix((x, y) => x == y)); say(matrix((x, y) => Object.is(x, y)));
    say(values.map((x) => values.indexOf(x)), values.map((x) => values.lastIndexOf(x)), values.map((x) => Number(values.includes(x))).join(''));
    const which = (x) => { switch (x) { case 0.5: return 'half'; case 0: return 'zero'; case symbol: return 'symbol'; case Symbol.iterator: return 'iterator'; case 1n: return 'big'; case 'text': return 'text'; case shared: return 'shared'; case null: return 'null'; case undefined: return 'undefined'; case NaN: return 'never'; default: return 'other'; } };
    say(values.map(which)); let count = 0; for (let i = 0.5; i !== 10.5; i += 1) count++; for (let i = 0; i !== -3.5; i -= 0.5) count++; say(count);
  }

  // 2 what is an instance of what
  {
    class A {} class B extends A {} class C extends B { static [Symbol.hasInstance](x) { return x === 7; } } class D extends C {} function F() {} function G() {} G.prototype = Object.create(F.prototype);
    const bound = F.bind(null), arrow = () => 1, method = { m() {} }.m, proxied = new Proxy(A, {}), asked = []; const spy = new Proxy(A, { get(target, key) { asked.push(String(key)); return Reflect.get(target, key); } });
    const own = function () {}; Object.defineProperty(own, Symbol.hasInstance, { value: (x) => x === 'own' }); const nothing = function () {}; Object.defineProperty(nothing, Symbol.hasInstance, { value: undefined }); const inheriting = Object.setPrototypeOf(function () {}, own); const bare = Object.setPrototypeOf(function () {}, null);
    const getter = Object.defineProperty(() => 1, 'prototype', { get() { asked.push('getter'); return A.prototype; } }); const odd = function () {}; odd.prototype = 5; const plain = { [Symbol.hasInstance]: (x) => x > 1 };
    const left = { a: new A(), b: new B(), c: new C(), d: new D(), f: new F(), g: new G(), bound: new bound(), array: [], map: new Map(), error: new RangeError(), date: new Date(0), bare: Object.create(null), made: Object.create(A.prototype), proxy: new Proxy(new B(), {}), moved: new Proxy({}, { getPrototypeOf: () => A.prototype }), fn: F, own: 'own', seven: 7, nothing: null, none: undefined, symbol: Symbol(), big: 1n, typed: new Uint8Array(1) };
    const right = { A, B, C, D, F, G, bound, arrow, method, proxied, spy, own, nothing, inheriting, bare, getter, odd, plain, Object, Function, Array, Map, Error, RangeError, Date, Proxy, Symbol, Uint8Array, object: {}, number: 1, text: 'A', nil: null };
    for (const [name, target] of Object.entries(right)) say(name, Object.values(left).map((value) => { const got = tried(() => value instanceof target); return typeof got === 'string' ? got[0] : Number(got); }).join(''));
    say(asked.length, asked.slice(0, 6)); const a = new A(); say(a instanceof A); A.prototype.constructor = 1; const before = A.prototype; say(a instanceof A, Reflect.getPrototypeOf(a) === before); F.prototype = {}; say(left.f instanceof F, left.g instanceof F, new F() instanceof F); Object.setPrototypeOf(a, B.prototype); say(a instanceof B, a instanceof A);
    say(tried(() => { Object.defineProperty(Function.prototype, Symbol.hasInstance, { value: () => true }); return 'defined'; }), tried(() => { 'use strict'; Function.prototype[Symbol.hasInstance] = 1; return 'set'; }), tried(() => { 'use strict'; delete Function.prototype[Symbol.hasInstance]; return 'deleted'; })); Object.defineProperty(B, Symbol.hasInstance, { value: () => 'yes', configurable: true }); say(1 instanceof B, new A() instanceof B); delete B[Symbol.hasInstance]; say(1 instanceof B);
    let deep = {}; const root = deep; for (let i = 0; i < 300; i++) deep = Object.create(deep); const Root = function () {}; Root.prototype = root; say(deep instanceof Root, deep instanceof Map, root instanceof Root); class E extends Error {} const thrown = []; for (const K of [E, TypeError, RangeError, SyntaxError]) { try { throw new K('x'); } catch (error) { thrown.push(error instanceof E, error instanceof TypeError, error instanceof RangeError, error instanceof Error); } } say(thrown.map(Number).join(''));
  }
  return lines;
}
