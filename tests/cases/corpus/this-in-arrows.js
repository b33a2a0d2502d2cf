//! about = "`this`, `super`, `new.target` and `arguments` in arrow functions that lie in each other"

() => {
  class A {
    constructor() { this.v = 1; }
    m() { return this.v; }
    get g() { return "g"; }
    static s() { return "S" + (this === B); }
  }
  class B extends A {
    constructor() { (() => () => super())()(); this.w = (() => (() => new.target === B)())(); }
    m() { return (() => (() => super.m() + 1)())(); }
    n() { return [1].map(() => [2].map(() => this.v)); }
    o() { return (() => (() => (() => arguments.length)())())(); }
    *q() { yield* (() => [1, 2].map(() => this.v))(); }
    f = () => () => this.v;
    get h() { return (() => () => super.g)()(); }
    static t = (() => () => this)()() === B;
    static { this.u = (() => () => this === B)()(); }
    static s() { return (() => () => super.s())()(); }
  }
  const b = new B();
  function Made() { this.a = 1; this.f = () => () => this.a; }
  function inDefault(get = () => () => this.v) { return get()(); }
  function inLoop() {
    const list = [];
    for (const i of [1, 2]) list.push(() => () => this.v + i);
    return list.map((get) => get()());
  }
  function inBlock() {
    { const outer = () => { { const inner = () => this.v; return inner(); } }; return outer(); }
  }
  function target() { return (() => () => new.target !== undefined)()(); }
  function all() { return (() => () => [...arguments])()(); }
  const holder = {
    v: 3,
    deep() { const one = () => { const two = () => () => this.v; return two()(); }; return one(); },
    get read() { return [1].map(() => [1].flatMap(() => this.v))[0]; },
    mixed() { return (() => function () { return (() => () => this.v)()(); })().call({ v: 7 }); },
    inClass() { return (() => class { static v = 4; static w = (() => () => this.v)()(); })().w; },
    curried: null,
  };
  holder.curried = function () { return (x) => (y) => (z) => this.v + x + y + z; };
  return {
    classes: [b.w, b.m(), b.n(), b.o(1, 2, 3), [...b.q()], b.f()(), b.h, B.t, B.u, B.s()],
    functions: [new Made().f()(), inDefault.call({ v: 9 }), inLoop.call({ v: 8 }), inBlock.call({ v: 6 })],
    others: [target(), all(1, 2)],
    objects: [holder.deep(), holder.read, holder.mixed(), holder.inClass(), holder.curried()(1)(2)(3)],
  };
}
//= result: {
//=   classes: [true, 2, [[1]], 3, [1, 1], 1, "g", true, true, "Strue"],
//=   functions: [1, 9, [9, 10], 6],
//=   others: [false, [1, 2]],
//=   objects: [3, [3], 7, 4, 9],
//= }
