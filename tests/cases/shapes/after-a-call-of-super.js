// What follows `super(…)`: members, calls, templates, optional chains.
class Base {
  constructor(n) { this.n = n; }
  m(k) { return { sum: this.n + k }; }
  tag(strings) { return { text: strings.join("-") }; }
}
class Member extends Base { constructor() { return super(1).m(7); } }
class Computed extends Base { constructor() { const n = super(2)["n"]; this.got = n; } }
class Chain extends Base { constructor() { const found = super(3)?.m?.(1).sum; this.found = found; } }
class Template extends Base { constructor() { const made = super(4).tag`a${1}b`; this.made = made.text; } }
class Arrow extends Base { constructor() { const make = () => super(5).m(1).sum; const got = make(); this.arrow = got; } }
class Twice extends Base { constructor() { try { super(6).m(super(7)); } catch (error) { this.twice = error.message; } } }
return [new Member(), new Computed(), new Chain(), new Template(), new Arrow(), new Twice()];
//= result: [
//=   { sum: 8 },
//=   { n: 2, got: 2 },
//=   { n: 3, found: 4 },
//=   { n: 4, made: "a-b" },
//=   { n: 5, arrow: 6 },
//=   { n: 6, twice: "Super constructor may only be called once" },
//= ]
