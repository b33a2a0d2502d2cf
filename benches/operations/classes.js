//# class: new with fields set in the constructor
class Point { constructor(x, y) { this.x = x; this.y = y; } }
//:
let s = 0; for (let i = 0; i < 500; i++) { const p = new Point(i, 1); s += p.x + p.y; } result = s;
//# class: new without a constructor
class Empty {}
//:
let n = 0; for (let i = 0; i < 500; i++) if (new Empty()) n++; result = n;
//# class: field initialisers
class Counter { count = 0; step = 1; names = null; }
//:
let s = 0; for (let i = 0; i < 300; i++) { const c = new Counter(); c.count += i; s += c.count + c.step; } result = s;
//# class: method
class Counter { constructor() { this.n = 0; } add(x) { this.n += x; return this; } }
const c = new Counter();
//:
c.n = 0; for (let i = 0; i < 1000; i++) c.add(i); result = c.n;
//# class: private fields
class Counter { #n = 0; add(x) { this.#n += x; return this.#n; } reset() { this.#n = 0; } }
const c = new Counter();
//:
c.reset(); for (let i = 0; i < 500; i++) c.add(i); result = c.add(0);
//# class: new with private fields
class Secret { #a = 1; #b; constructor(b) { this.#b = b; } sum() { return this.#a + this.#b; } }
//:
let s = 0; for (let i = 0; i < 300; i++) s += new Secret(i).sum(); result = s;
//# class: private method, #x in o
class Secret { #n = 1; #twice() { return this.#n * 2; } run() { return this.#twice(); } static is(o) { return #n in o; } }
const o = new Secret();
//:
let s = 0; for (let i = 0; i < 300; i++) { s += o.run(); if (Secret.is(o)) s++; } result = s;
//# class: getter and setter
class Box { constructor() { this._v = 0; } get v() { return this._v; } set v(x) { this._v = x; } }
const b = new Box();
//:
b.v = 0; for (let i = 0; i < 500; i++) b.v = b.v + i; result = b.v;
//# class: static method and field
class Tool { static count = 0; static add(x) { Tool.count += x; return Tool.count; } }
//:
Tool.count = 0; for (let i = 0; i < 500; i++) Tool.add(i); result = Tool.count;
//# class: derived, super()
class A { constructor(x) { this.x = x; } } class B extends A { constructor(x, y) { super(x); this.y = y; } }
//:
let s = 0; for (let i = 0; i < 300; i++) { const b = new B(i, 2); s += b.x + b.y; } result = s;
//# class: derived, without a constructor
class A { constructor(x) { this.x = x; } } class B extends A {} class C extends B {}
//:
let s = 0; for (let i = 0; i < 300; i++) s += new C(i).x; result = s;
//# class: super.method()
class A { f(x) { return x + 1; } } class B extends A { f(x) { return super.f(x) * 2; } }
const b = new B();
//:
let s = 0; for (let i = 0; i < 500; i++) s += b.f(i); result = s;
//# class: super getter
class A { get v() { return 2; } } class B extends A { get v() { return super.v + 1; } }
const b = new B();
//:
let s = 0; for (let i = 0; i < 300; i++) s += b.v; result = s;
//# class: inherited method, three levels
class A { f() { return 1; } } class B extends A {} class C extends B {} class D extends C {}
const d = new D();
//:
let s = 0; for (let i = 0; i < 1000; i++) s += d.f(); result = s;
//# class: polymorphic call
class Shape { area() { return 0; } } class Square extends Shape { constructor(a) { super(); this.a = a; } area() { return this.a * this.a; } } class Circle extends Shape { constructor(r) { super(); this.r = r; } area() { return 3 * this.r * this.r; } }
const shapes = [new Square(2), new Circle(3), new Square(4), new Circle(1)];
//:
let s = 0; for (let i = 0; i < 500; i++) s += shapes[i & 3].area(); result = s;
//# class: definition in a loop
let n = 0; for (let i = 0; i < 30; i++) { class T { constructor() { this.a = i; } get() { return this.a; } static make() { return new T(); } } n += T.make().get(); } result = n;
//# class: extends Array
class Stack extends Array { top() { return this[this.length - 1]; } }
//:
const s = new Stack(); for (let i = 0; i < 200; i++) s.push(i); result = s.top() + s.length;
//# class: extends Map
class Counts extends Map { add(k) { this.set(k, (this.get(k) ?? 0) + 1); } }
//:
const c = new Counts(); for (let i = 0; i < 300; i++) c.add(i & 7); result = c.get(3);
//# class: extends Error, thrown
class Mine extends Error { constructor(message) { super(message); this.name = "Mine"; } }
//:
let n = 0; for (let i = 0; i < 50; i++) try { throw new Mine("x" + i); } catch (e) { if (e instanceof Mine) n += e.message.length; } result = n;
//# class: mixin
const Can = (Base) => class extends Base { can() { return 1; } }; class A {} class B extends Can(A) {}
const b = new B();
//:
let n = 0; for (let i = 0; i < 300; i++) n += b.can(); result = n;
//# class: function constructor and prototype
function Point(x) { this.x = x; } Point.prototype.get = function () { return this.x; };
//:
let s = 0; for (let i = 0; i < 500; i++) s += new Point(i).get(); result = s;
//# class: new.target, Reflect.construct
function F(x) { this.x = new.target ? x : 0; }
//:
let s = 0; for (let i = 0; i < 200; i++) s += new F(i).x + Reflect.construct(F, [i]).x; result = s;
//# class: event emitter
class Emitter { constructor() { this.handlers = {}; } on(name, f) { (this.handlers[name] ??= []).push(f); return this; } emit(name, ...args) { for (const f of this.handlers[name] ?? []) f(...args); } }
let total = 0; const e = new Emitter().on("a", (x) => { total += x; }).on("a", (x, y) => { total += y; });
//:
total = 0; for (let i = 0; i < 200; i++) e.emit("a", i, 1); result = total;
//# class: vector arithmetic
class V { constructor(x, y) { this.x = x; this.y = y; } add(o) { return new V(this.x + o.x, this.y + o.y); } scale(k) { return new V(this.x * k, this.y * k); } }
//:
let v = new V(0, 0); const step = new V(0.5, 0.25); for (let i = 0; i < 200; i++) v = v.add(step.scale(0.5)); result = v.x + v.y;
//# class: toJSON, toString
class Id { constructor(n) { this.n = n; } toString() { return "id" + this.n; } toJSON() { return this.n; } }
//:
let n = 0; for (let i = 0; i < 100; i++) { const id = new Id(i); n += `${id}`.length + JSON.stringify({ id }).length; } result = n;
