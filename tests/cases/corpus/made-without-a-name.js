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
