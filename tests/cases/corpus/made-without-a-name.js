() => {
  const checks = {};
  const check = (name, f) => { try { checks[name] = f(); } catch (error) { checks[name] = `${error.name}: ${error.message}`; } };
  class A { m() { return {}; } }
  const N = { A, B: { A } }, list = [A];
  check('new', () => new A().x());
  check('arguments', () => new A(1, (2)).x());
  check('path', () => new N.B.A().x());
  check('element', () => new list[0]().x());
  check('brackets', () => (new A).x());
  check('expression', () => new (class {})().x());
  check('further', () => new A().m().q());
  check('member', () => new A().m.x());
  check('index', () => new A()[1]());
  check('itself', () => new A()());
  check('date', () => new Date(0).format('x'));
  check('function', () => A.m().x());
  check('optional', () => N?.x());
  check('optional path', () => N?.B.x());
  check('conditional', () => (N ? N.B : A).x);
  check('renewed', () => { const renew = () => ({}); return renew().x(); });
  return checks;
}
//= result: {
//=   new: "TypeError: (intermediate value).x is not a function",
//=   arguments: "TypeError: (intermediate value).x is not a function",
//=   path: "TypeError: (intermediate value).x is not a function",
//=   element: "TypeError: (intermediate value).x is not a function",
//=   brackets: "TypeError: (intermediate value).x is not a function",
//=   expression: "TypeError: (intermediate value).x is not a function",
//=   further: "TypeError: (intermediate value).m(...).q is not a function",
//=   member: "TypeError: (intermediate value).m.x is not a function",
//=   index: "TypeError: (intermediate value)[1] is not a function",
//=   itself: "TypeError: (intermediate value) is not a function",
//=   date: "TypeError: (intermediate value).format is not a function",
//=   function: "TypeError: A.m is not a function",
//=   optional: "TypeError: N?.x is not a function",
//=   "optional path": "TypeError: N?.B.x is not a function",
//=   conditional: undefined,
//=   renewed: "TypeError: renew(...).x is not a function",
//= }
