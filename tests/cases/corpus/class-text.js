//! about = "the text of a class is all of it, as it stands in the program"

() => {
  class Plain {}
  class Full extends Plain {
    static kept = "}"; // a brace in a text
    #hidden = 1;
    constructor() { super(); }
    get hidden() { return this.#hidden; }
    static { this.made = true; }
    async *["computed" + 1]() {}
  }
  const Named = class Inner { m() { return 1 } };
  const made = () => class   /* spaced */ { };
  const derived = class extends (class { a = 1 }) {};
  return {
    plain: String(Plain),
    full: String(Full),
    named: String(Named),
    made: `${made()}`,
    twice: made().toString() === made().toString(),
    derived: String(derived),
    base: String(Object.getPrototypeOf(derived)),
    method: String(Named.prototype.m),
    own: Function.prototype.toString.call(Full) === String(Full),
    getter: String(Object.getOwnPropertyDescriptor(Full.prototype, "hidden").get),
    constructed: String(new Full().constructor) === String(Full),
    inList: [class A {}, class B { b }].map(String),
    inDefault: ((C = class D { x = "é😀" }) => String(C))(),
    exported: (() => { class Late { m() {} } return String(Late).length; })(),
  };
}
