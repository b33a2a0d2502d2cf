() => {
  const lines = [];
  const say = (...values) => lines.push(values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value) ?? String(value))).join(' '));
  const tried = (f) => { try { return f(); } catch (error) { return `${error.name}`; } };

  // 1 constructors of classes: what they hold, and what is made in them
  {
    class Plain { constructor(x, y) { this.x = x; this.y = y; } sum() { return this.x + this.y; } }
    class Empty {}
    class Arrow { constructor(x) { this.x = x; this.f = () => this.x; this.g = () => () => this; } }
    class Closure { constructor(x) { let n = x; this.up = () => ++n; this.get = () => [n, x]; } }
    class Target { constructor() { this.name = new.target.name; this.later = () => new.target; } }
    class Named { constructor(other) { this.is = other instanceof Named; this.own = () => Named; } }
    class Defaults { constructor(a, b = a + 1, c = () => a + b, { d = b, ...e } = {}, [f = () => this] = []) { a = 10; this.all = [a, b, c(), d, e, f() === this]; } }
    class Rest { constructor(...all) { this.all = all; this.count = arguments.length; this.first = arguments[0]; } }
    class Super { constructor() { this.text = super.toString(); this.has = () => super.hasOwnProperty('text'); super.own = 5; } }
    class Fields { static made = 0; a = 1; b = this.a + 1; #c = () => this.b; constructor(k) { this.k = k + this.#c(); Fields.made++; } get c() { return this.#c(); } }
    class Returns { constructor(what) { this.kept = 1; if (what !== undefined) return what; } }
    class Throws { constructor(when) { if (when) throw new RangeError('when'); this.ok = true; } }
    class Recursive { constructor(n) { this.n = n; this.next = n > 0 ? new Recursive(n - 1) : null; } depth() { return this.next ? 1 + this.next.depth() : 0; } }
    class Var { constructor() { var x = 1; { let x = 2; this.f = () => x; } { var x = 3; } this.x = x; function inner() { return typeof this; } this.inner = inner(); } }
    class Async { constructor() { this.run = async () => this; this.gen = function* () { yield this; }; } }
    class Loop { constructor() { this.all = []; for (let i = 0; i < 3; i++) this.all.push(() => i + this.all.length); for (const key in { a: 1 }) this.key = () => key; } }
    class Switch { constructor(k) { switch (k) { case 1: { let z = 5; this.z = () => z; break; } default: this.z = () => k; } try { throw k; } catch (e) { this.e = () => e; } } }
    class Computed { [['a', 'b'].join('')] = 1; static ['s' + 1] = 2; constructor() { this.c = class { constructor() { this.d = new.target === undefined; } }; } }
    const Anonymous = class { constructor() { this.name = this.constructor.name; } };
    for (let i = 0; i < 3; i++) {
      say(new Plain(i, 2).sum(), new Plain(0.5, 'a').sum(), Object.keys(new Plain(1, 2)), new Empty() instanceof Empty);
      const arrow = new Arrow(i); say(arrow.f(), arrow.f.call({ x: 9 }), arrow.g()() === arrow);
      const closure = new Closure(i); closure.up(); say(closure.up(), closure.get(), new Closure(7).get());
      say(new Target().name, new Target().later() === Target, Reflect.construct(Target, [], Plain).name, Reflect.construct(Target, [], Plain) instanceof Plain);
      say(new Named(new Named()).is, new Named().own() === Named, new Defaults(i).all, new Defaults(1, 2, () => 3, { d: 4, q: 5 }, [() => 6]).all, new Rest(1, 2, 3), new Rest());
      const made = new Super(); say(made.text, made.has(), made.own, new Fields(i), Fields.made, new Fields(0).c);
      say(tried(() => new Returns({ given: i })), tried(() => new Returns(i)), tried(() => new Returns(null)), tried(() => typeof new Returns(() => 1)), tried(() => new Throws(i)), tried(() => Plain()), tried(() => Plain.call({})), tried(() => new Arrow.prototype.constructor(4).f()));
      const v = new Var(); say(v.f(), v.x, v.inner, new Recursive(200).depth(), new Loop().all.map((f) => f()), new Loop().key(), new Switch(i).z(), new Switch(i).e(), new Computed(), new (new Computed().c)().d, new Anonymous().name, [...new Async().gen()].length);
    }
    // derived ones, and what is derived from functions, from null and from expressions
    class A extends Plain {} class B extends A { constructor(x) { super(x, 1); this.b = () => this; } } class C extends B { constructor() { const f = () => super(4); f(); this.c = super.sum(); } }
    class D extends Plain { constructor(early) { if (early) this.x; super(1, 2); } } class E extends Plain { constructor() { } } class G extends Plain { constructor() { return { other: 1 }; } } class H extends Plain { constructor() { super(1, 1); try { super(2, 2); } catch (error) { this.twice = error.name; } } }
    function F(x) { this.x = x; this.t = new.target === undefined ? 'none' : new.target.name; } class I extends F { constructor(x) { super(x * 2); } } class J extends (class { constructor() { this.j = new.target.name; } }) {} class K extends Array { constructor(...all) { super(...all); this.k = all.length; } }
    for (let i = 0; i < 3; i++) say(new A(i, 1).sum(), new B(i).sum(), new B(1).b() instanceof B, new C().c, tried(() => new D(true)), tried(() => new D(false).sum()), tried(() => new E()), new G(), new H(), new I(i), new J().j, new K(1, 2, 3), new K(5).length, new F(1).t);
    const bound = Plain.bind(null, 5); say(new bound(6).sum(), new bound(1) instanceof Plain, new (new Proxy(Plain, {}))(1, 2).sum(), new (new Proxy(Plain, { construct: (target, all, fresh) => Reflect.construct(target, all.map((x) => x * 2), fresh) }))(1, 2).sum());
    class Counter { static #made = 0; static next() { return new this(++Counter.#made); } constructor(id) { this.id = id; } } class Sub extends Counter {} say(Counter.next(), Sub.next(), Sub.next() instanceof Sub);
    const shapes = [Plain, Fields, Arrow, Rest]; let total = 0; for (let i = 0; i < 400; i++) total += Object.keys(new shapes[i % 4](i)).length; say(total);
  }

  // 2 what is dropped while it is used
  {
    let chain = null; for (let i = 0; i < 30000; i++) chain = { next: chain, i }; let seen = 0; for (let at = chain; at; at = at.next) seen += at.i; say(seen); chain = null;
    let wide = Array.from({ length: 5000 }, (_, i) => ({ i, inner: [i, { i }] })); say(wide.reduce((sum, one) => sum + one.inner[1].i, 0)); wide.length = 10; say(wide.length, wide[9]); wide = null;
    let tree = (function grow(depth) { return depth ? { left: grow(depth - 1), right: grow(depth - 1), depth } : null; })(11); const count = (node) => (node ? 1 + count(node.left) + count(node.right) : 0); say(count(tree)); tree.left = null; say(count(tree)); tree = tree.right; say(count(tree));
    const list = []; for (let i = 0; i < 3000; i++) { list.push({ i }); if (list.length > 7) list.shift(); list[i % list.length] = { i: i + list[0].i, old: list[i % list.length] }; if (i % 50 === 0) for (const one of list) one.old = null; } say(list.map((one) => one.i));
    const map = new Map(), weak = new WeakMap(), set = new WeakSet(); for (let i = 0; i < 2000; i++) { const key = { i }; weak.set(key, { held: key, i }); set.add(key); map.set(i % 20, key); } say([...map.values()].map((key) => weak.get(key).i + Number(set.has(key)) + weak.get(key).held.i).join());
    const refs = []; for (let i = 0; i < 300; i++) { const one = { i }; refs.push([new WeakRef(one), one]); } say(refs.every(([ref, one]) => ref.deref() === one && ref.deref().i === one.i));
    let ring = {}; for (let i = 0; i < 2000; i++) { const other = { ring, i }; ring.back = other; ring = other; if (i % 100 === 0) ring = { i }; } say(ring.i, ring.ring.i);
    function taken(object) { object = null; const made = []; for (let i = 0; i < 100; i++) made.push({ i }); return arguments[0] === null ? 'mapped' : arguments[0].x + made.length; } say(taken({ x: 1 }), tried(() => (function (object) { 'use strict'; object = null; for (let i = 0; i < 100; i++) ({ i }); return arguments[0].x; })({ x: 3 })));
    let self = { name: 'self', drop() { self = null; const more = []; for (let i = 0; i < 200; i++) more.push({ i }); return this.name + more.length + typeof self; } }; say(self.drop());
    let callee = function () { callee = null; for (let i = 0; i < 200; i++) ({ i }); return inner(); function inner() { return 'inner' + typeof callee; } }; say(callee());
    const holder = { get part() { const part = this.kept; this.kept = null; for (let i = 0; i < 100; i++) ({ i }); return part; }, kept: { deep: { x: 5 } } }; say(holder.part.deep.x, holder.part);
    const sorted = Array.from({ length: 200 }, (_, i) => ({ k: (i * 7919) % 200 })); sorted.sort((a, b) => { const made = { d: a.k - b.k }; sorted[0] = made; return made.d; }); say(sorted.slice(1, 5).map((one) => one.k)); let reduced = [{ v: 0 }, { v: 1 }, { v: 2 }].reduce((a, b) => ({ v: a.v + b.v, a })); say(reduced); reduced = null;
    const replaced = [{ a: 1 }, { a: 2 }, { a: 3 }]; say(replaced.map((one, i) => { replaced[i] = null; replaced.length = 3; for (let k = 0; k < 60; k++) ({ k }); return one.a; }), replaced); const gone = { a: { b: { c: 7 } } }; say(((x) => { gone.a = null; for (let k = 0; k < 60; k++) ({ k }); return x.b.c; })(gone.a));
    const gen = (function* () { let own = { n: 0 }; while (true) { const before = own; own = { n: before.n + 1 }; const given = yield before; if (given) own.n += given.add; } })(); let yielded = []; for (let i = 0; i < 120; i++) yielded.push(gen.next(i % 3 ? { add: i } : undefined).value.n); say(yielded.slice(-5)); gen.return();
    const key = () => ({ toString() { for (let k = 0; k < 60; k++) ({ k }); return 'key'; } }); const keyed = { key: 5 }; say(keyed[key()], `${key()}${key()}`, key() + key(), [key(), key()].join(), Object.keys({ [key()]: 1 }), (() => { keyed[key()] = { n: 1 }; return keyed[key()].n; })());
    const spread = () => [...[{ a: 1 }, { a: 2 }], ...new Set([{ a: 3 }])].map(({ a }) => a); let spreads = 0; for (let i = 0; i < 200; i++) spreads += spread().length; say(spreads); const thrown = []; for (let i = 0; i < 100; i++) { try { throw { i, self: { i } }; } catch ({ self }) { thrown.push(self); } } say(thrown.length, thrown[99]); let closures = []; for (let i = 0; i < 500; i++) { const captured = { i }; closures.push(() => captured.i); if (closures.length > 3) closures.shift(); } say(closures.map((f) => f()));
    const registry = new FinalizationRegistry(() => {}); for (let i = 0; i < 200; i++) registry.register({ i }, i, {}); say(typeof registry); const proxies = []; for (let i = 0; i < 200; i++) { const { proxy, revoke } = Proxy.revocable({ i }, { get: (target, name) => target[name] }); proxies.push(proxy.i); revoke(); } say(proxies[199]); const symbols = {}; for (let i = 0; i < 100; i++) symbols[Symbol(i)] = { i }; say(Object.getOwnPropertySymbols(symbols).length);
  }
  return lines;
}
