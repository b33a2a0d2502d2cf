() => {
  'use strict';
  const log = [];
  const say = (...values) => log.push(values.map((x) => (Object.is(x, -0) ? '-0' : typeof x === 'bigint' ? x + 'n' : typeof x === 'symbol' ? 'symbol' : String(x))).join(' '));
  const tried = (f) => { try { return f(); } catch (e) { return e.name; } };

  // 1 inherited from far away: read often, then changed at each place on the way
  {
    class A { f() { return 'A'; } get g() { return 'gA'; } } class B extends A {} class C extends B {} class D extends C {}
    const d = new D(), read = (o) => o.f(), field = (o) => o.v;
    const thrice = (o) => [read(o), read(o), read(o)].join();
    say(thrice(d), thrice(new C()), thrice(d));
    B.prototype.f = () => 'B'; say(thrice(d)); delete B.prototype.f; say(thrice(d));
    C.prototype.other = 1; say(thrice(d)); C.prototype.f = () => 'C'; say(thrice(d)); delete C.prototype.f; delete C.prototype.other; say(thrice(d));
    d.f = () => 'own'; say(thrice(d)); delete d.f; say(thrice(d));
    A.prototype.f = () => 'A2'; say(thrice(d));
    Object.defineProperty(A.prototype, 'f', { get: () => () => 'got', configurable: true }); say(thrice(d));
    Object.defineProperty(A.prototype, 'f', { value: () => 'A3', configurable: true, writable: true }); say(thrice(d));
    Object.setPrototypeOf(C.prototype, { f: () => 'moved' }); say(thrice(d)); Object.setPrototypeOf(C.prototype, B.prototype); say(thrice(d));
    Object.setPrototypeOf(d, null); say(tried(() => read(d)));
    say([1, 2, 3].map(() => field(new D())), d.g);
    Object.prototype.v = 7; say([1, 2, 3].map(() => field(new D()))); delete Object.prototype.v; say(field(new D()));
    const deep = Array.from({ length: 12 }).reduce((o) => Object.create(o), { far: 1 }); const far = (o) => o.far; say(far(deep), far(deep), far(deep));
    const trap = Object.create(Object.create(new Proxy({}, { get: (t, k) => 'trap' }))); say(far(trap), far(trap));
    const list = []; const up = (o) => o.hasOwnProperty('length'); say(up(list), up(list), up({}), up(new D()), up(Object.create(list)));
    const many = Object.create(Object.create({ x: 1 })); const x = (o) => o.x; say(x(many), x(many)); for (let i = 0; i < 1200; i++) many['p' + i] = i; say(x(many)); many.x = 2; say(x(many)); delete many.x; say(x(many));
    const middle = Object.create({ y: 1 }); for (let i = 0; i < 1200; i++) middle['p' + i] = i; const low = Object.create(middle); const y = (o) => o.y; say(y(low), y(low)); middle.y = 2; say(y(low)); delete middle.y; say(y(low));
  }

  // 2 classes: constructors, returns, this, private names
  {
    class P { constructor(x) { this.x = x; if (x === 1) return { other: 1 }; if (x === 2) return 5; } }
    say(new P(0).x, new P(1).other, new P(2).x, new P(0) instanceof P);
    const mine = P.prototype; function F(x) { this.x = x; return x; } say(new F(3).x, new F(F).name, new F(null).x);
    F.prototype = { tag: 'new' }; say(new F(1).tag); F.prototype = null; say(Object.getPrototypeOf(new F(1)) === Object.prototype); F.prototype = mine; say(new F(1) instanceof P);
    say(tried(() => P()), tried(() => new (() => 1)()));
    class E extends P { constructor(x) { if (x === 9) { super(0); } else if (x !== 8) super(x); if (x === 7) return undefined; } }
    say(new E(0).x, new E(9).x, tried(() => new E(8)), new E(7).x, new E(1).other);
    class T extends P { constructor(x) { super(4); if (x) this.x = x; return x; } } say(new T().x, tried(() => new T(5)), new T({ x: 6 }).x); class U extends P { constructor() { super(4); return 5; } } say(tried(() => new U()), tried(() => new (class extends T { constructor() { super(); return null; } })()));
    class R { constructor() { return 1; } } class S extends P { constructor() { super(4); return {}; } } say(typeof new R(), new S().x);
    const target = class { constructor() { this.target = new.target === target; } }; say(new target().target, new (class extends target {})().target);
    say(Reflect.construct(P, [0], Array) instanceof Array, Reflect.construct(F, [1], new Proxy(F, {})) instanceof F);
    const watched = []; const proxied = new Proxy(F, { get(t, k, r) { watched.push(String(k)); return Reflect.get(t, k, r); } }); new proxied(1); say(watched);
    const order = []; class G { a = order.push('a'); #b = order.push('b'); static s = order.push('s'); constructor() { order.push('c' + this.a + this.#b); } } new G(); say(order);
    class N { #n = 0; static #count = 0; #twice() { return this.#n * 2; } get #half() { return this.#n / 2; } set #half(v) { this.#n = v * 2; } up() { this.#n++; N.#count++; return this.#n; } all() { this.#half = 4; return [this.#n, this.#twice(), this.#half, N.#count]; } static has(o) { return #n in o; } peek(o) { return o.#n; } inner() { return class { #m = 1; both(o) { return this.#m + o.#n; } }; } }
    const n = new N(); for (let i = 0; i < 5; i++) n.up(); say(n.up(), n.all(), N.has(n), N.has({}), tried(() => n.peek({}))); const Inner = n.inner(); say(new Inner().both(n), tried(() => new Inner().both({})));
    const bound = n.up; say(tried(() => bound()), tried(() => bound.call({})));
    const nested = class { #a = 1; go() { return [1, 2].map((k) => { class Q { #q = k; sum(o) { return this.#q + o.#a; } } return new Q().sum(this); }); } }; say(new nested().go());
    function* privately(o) { yield o.up(); yield* [o.up()]; } say([...privately(n)]);
    const arrows = { f() { return [1, 2].map(() => this === arrows); } }; say(arrows.f()); function loose() { return this; } say(loose() === undefined, loose.call(5), typeof loose.call('x'));
    const fieldThrows = class { a = (() => { throw new RangeError('x'); })(); }; say(tried(() => new fieldThrows()));
    const reenter = class { static made = []; a = reenter.made.length < 3 ? new reenter() : null; constructor() { reenter.made.push(1); } }; say(tried(() => { let c = 0; const Once = class { inner = c++ < 3 ? new Once() : null; }; new Once(); return c; }));
  }

  // 3 super
  {
    class A { f(x) { return 'A' + x + this.t; } get g() { return 'g' + this.t; } static s() { return 'sA'; } } class B extends A { t = 1; f(x) { return 'B' + super.f(x); } get g() { return 'B' + super.g; } static s() { return super.s() + 'B'; } late() { return [1].map(() => super.f(2)); } }
    const b = new B(); say(b.f(1), b.f(2), b.g, b.g, B.s(), b.late());
    A.prototype.f = () => 'changed'; say(b.f(1)); Object.setPrototypeOf(B.prototype, { f: () => 'other', g: 'plain' }); say(b.f(1), b.g); delete A.prototype.f; say(b.f(1));
    const o = { __proto__: { m: () => 'up' }, m() { return super.m() + (super.none === undefined); } }; say(o.m(), o.m()); Object.setPrototypeOf(o, { m: () => 'new', none: 1 }); say(o.m());
  }

  // 4 generators, stepped over by loops, patterns and spread
  {
    function* count(n) { for (let i = 0; i < n; i++) yield i; return 'end'; }
    say([...count(4)], Array.from(count(3), (x) => x * 2), Math.max(...count(5)), new Set(count(3)).size); const [p, q, ...r] = count(5); say(p, q, r);
    const got = []; for (const x of count(3)) { got.push(x); } say(got);
    const it = count(5); for (const x of it) { if (x === 1) break; } say(it.next().done, it.next().value);
    const seen = []; function* watched() { try { seen.push('in'); const sent = yield 1; seen.push(String(sent)); yield 2; } finally { seen.push('out'); } }
    for (const x of watched()) seen.push(x); for (const x of watched()) break; tried(() => { for (const x of watched()) throw new Error('e'); }); const [first] = watched(); say(seen);
    const mixed = watched(); const one = mixed.next(); say(one.value, one.done, [...mixed], mixed.next().done); 
    function* outer() { const result = yield* count(2); yield result; yield* [7, 8]; yield* { [Symbol.iterator]: () => ({ n: 0, next() { return this.n++ ? { done: true, value: 'v' } : { get value() { seen.push('value read'); return 'own'; }, done: 0 }; } }) }; } say([...outer()]); const two = outer(); say(two.next().value, [...two]); say(seen.at(-1));
    function* thrower() { yield 1; throw new RangeError('g'); } say(tried(() => [...thrower()])); const t = thrower(); tried(() => { for (const x of t); }); say(t.next().done);
    const self = (function* () { yield tried(() => self.next()); yield tried(() => [...self]); })(); say([...self]);
    const result = count(1); say(JSON.stringify(result.next()), JSON.stringify(result.next()), JSON.stringify(result.next()));
    const proto = Object.getPrototypeOf(count.prototype === undefined ? count : Object.getPrototypeOf(count(1))); const next = Object.getPrototypeOf(Object.getPrototypeOf(count(1))).next; const holder = Object.getPrototypeOf(Object.getPrototypeOf(count(1)));
    const own = count(3); own.next = () => ({ done: true }); say([...own]); holder.next = function (...a) { const r = next.apply(this, a); return { done: r.done, value: 'n' + r.value }; }; say([...count(3)]); holder.next = next; say([...count(3)]);
    say(tried(() => { for (const x of Object.assign(Object.create(holder), {})) ; }));
    function* recursive(d) { if (d) { yield* recursive(d - 1); yield d; } } say([...recursive(6)]); const tree = (d) => { let s = 0; for (const x of recursive(d)) s += x; return s; }; say(tree(8));
    const deepest = (function* down() { yield 1; for (const x of down()) yield x + 1; })(); say(tried(() => { for (const x of deepest) if (x > 20) return x; }));
    function* forever() { for (const x of forever()) yield x; } say(tried(() => { for (const x of forever()) return x; }));
    const pair = [count(2), count(3)]; const zip = []; for (const a of pair[0]) for (const b of count(2)) zip.push(a + '' + b); say(zip);
    const arg = (function* (...a) { yield a.length; yield this; }).call(undefined, 1, 2); say([...arg]);
    const asm = (function* () { const a = yield; say('a', a); })(); for (const x of asm) say(x); const entries = new Map((function* () { yield ['k', 1]; yield ['l', 2]; })()); say([...entries]); say(Object.fromEntries((function* () { yield ['z', 3]; })()).z);
  }

  // 5 numbers: Math, negation, complement, steps
  {
    const odd = [0, -0, 1, -1, 0.5, -0.5, 1.5, -1.5, 2147483647, -2147483648, 2147483648, 4294967295, NaN, Infinity, -Infinity, 1e300, -1e-300, 4503599627370497.5];
    for (const f of ['floor', 'ceil', 'trunc', 'abs', 'sqrt', 'round', 'sign']) say(f, odd.map((x) => { const y = Math[f](x); return Object.is(y, -0) ? '-0' : y; }));
    for (const f of ['min', 'max', 'imul']) say(f, odd.slice(0, 14).flatMap((x) => [0, -0, 3, -2.5, NaN].map((y) => { const z = Math[f](x, y); return Object.is(z, -0) ? '-0' : z; })));
    say(odd.map((x) => { const y = -x; return Object.is(y, -0) ? '-0' : y; })); say(odd.map((x) => ~x)); say(odd.map((x) => { let y = x; y++; return y; }), odd.map((x) => { let y = x; --y; return y; }), odd.map((x) => { let y = x; const z = y++; return Object.is(z, -0) ? '-0' : z; }));
    say(Math.floor('1.5'), Math.abs(null), Math.abs(undefined), Math.max(), Math.min(1), Math.max(1, 2, 3), tried(() => Math.abs(1n)), Math.sqrt({ valueOf: () => 9 }), Math.floor([2.5]), Math.min('1', 2), Math.imul(2147483647, 3), Math.imul(1.9, 2));
    say(-'5', -null, -true, -5n, ~5n, ~'7', ~null, tried(() => -Symbol()), -{ valueOf: () => 2 }); const { floor } = Math; say(floor(1.5), floor(...[2.5]), [1.5, 2.5].map(Math.floor));
    const abs = Math.abs; Math.abs = (x) => 'mine' + x; say(Math.abs(-1)); Math.abs = abs; say(Math.abs(-1)); const floats = [0.5, 1.5, 2.5]; for (let i = 0; i < 3; i++) floats[i] = i; say(floats); floats[1] = 1.25; floats[0] = -0; floats[2] = NaN; say(Object.is(floats[0], -0), floats); floats[1] = 'text'; say(floats); const frozen = Object.freeze([1.5]); say(tried(() => { frozen[0] = 2; }), frozen);
  }

  // 6 variables of the global object
  {
    globalThis.total = 0; const step = () => { total += 2; total = total * 2; total++; return total; }; say(step(), step(), step());
    Object.defineProperty(globalThis, 'total', { value: 1, writable: false, configurable: true }); say(tried(step), total); Object.defineProperty(globalThis, 'total', { get: () => 5, set: (v) => { globalThis.kept = v; }, configurable: true }); say(tried(step), globalThis.kept); delete globalThis.total; say(tried(step), tried(() => total)); say(tried(() => { total = 1; }));
    globalThis.total = 'a'; say(tried(() => { total += 'b'; total += 1; return total; })); globalThis.object = { n: 1 }; say((() => { object = { n: 2 }; return object.n; })()); globalThis.total = 1; say((() => { total += (() => { delete globalThis.total; return 1; })(); return 1; }).call && tried(() => { total += (delete globalThis.total, 1); return total; })); delete globalThis.object; delete globalThis.kept; delete globalThis.total;
  }
  return log;
}
