class User {
  visits = 1;
  constructor(private readonly name: string, public age = 2, protected tags: string[] = [], other?: number) { this.visits += age; }
  describe() { return `${this.name} ${this.age} ${this.tags}`; }
}
class Admin extends User {
  constructor(public level: number, name: string, readonly rights = [level]) {
    const older = level + 1;
    super(name, older)
    this.visits += this.level + this.rights.length;
  }
}
class Plain { constructor(x: string); constructor(x: number); constructor(public x: any) { 'use strict'; } }
const Box = class<T> { constructor(private items: T[] = []) {} add(item: T) { this.items.push(item); return this; } get size() { return this.items.length; } };
class Outer { inner: unknown; constructor(public a: number) { class Inner { constructor(public b: number) {} } this.inner = new Inner(a + 1); } }
class Parent { constructor(public v: number) {} }
class Child extends Parent { constructor(public override v: number, public set = 1, public static_ = 2) { super(v + 1); } }
class Late {
  first = 1;
  url: string = `${this.base}/x`;
  #hidden = this.url + '!'
  'quoted key' = this.#hidden; later = () => this.base;
  static kind = 'late';
  constructor(private readonly base: string, public list = [base]) { this.first += this.list.length; }
  get hidden() { return this.#hidden; }
}
const late = new Late('h');
return { late: [Object.entries(late).filter(([, value]) => typeof value !== 'function'), late.hidden, late.later(), late.later.name, Late.kind], user: new User('Ann'), keys: Object.keys(new User('Bo', 1)), says: new User('Cy').describe(), admin: new Admin(1, 'Di'), plain: new Plain(1), size: new Box<number>().add(1).size, outer: new Outer(1), child: new Child(1) };
//= result: {
//=   late: [
//=     [["base", "h"], ["list", ["h"]], ["first", 2], ["url", "h/x"], ["quoted key", "h/x!"]],
//=     "h/x!",
//=     "h",
//=     "later",
//=     "late",
//=   ],
//=   user: { name: "Ann", age: 2, tags: [], visits: 3 },
//=   keys: ["name", "age", "tags", "visits"],
//=   says: "Cy 2 ",
//=   admin: { name: "Di", age: 2, tags: [], visits: 5, level: 1, rights: [1] },
//=   plain: { x: 1 },
//=   size: 1,
//=   outer: { a: 1, inner: { b: 2 } },
//=   child: { v: 1, set: 1, static_: 2 },
//= }
