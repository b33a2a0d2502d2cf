() => {
  const checks = {};
  let told = '';
  const f = () => { told += 'f'; return { valueOf() { told += 'v'; return 1; } }; };
  const g = () => { told += 'g'; return 1; };
  const check = (name, run) => {
    told = '';
    try { run(); checks[name] = [told, 'nothing thrown']; } catch (error) { checks[name] = [told, error.name, error.message]; }
  };
  check('assigned', () => { f() = g(); });
  check('added', () => { f() += g(); });
  check('prefix', () => { ++f(); });
  check('prefix, down', () => { --f(); });
  check('postfix', () => { f()++; });
  check('postfix, down', () => { f()--; });
  check('for in', () => { for (f() in { a: 1 }) g(); });
  check('for of', () => { for (f() of [1]) g(); });
  check('for in nothing', () => { for (f() in {}) g(); });
  check('in parentheses', () => { (f()) = g(); });
  check('twice called', () => { const h = () => f; h()() = g(); });
  check('method', () => { const o = { m() { told += 'm'; } }; o.m() = g(); });
  check('throws itself', () => { null.x() = g(); });
  check('never reached', () => { if (!g()) f() = 1; });
  check('member of it', () => { f().x = g(); });
  return checks;
}
//= result: {
//=   assigned: ["f", "ReferenceError", "Invalid left-hand side in assignment"],
//=   added: ["f", "ReferenceError", "Invalid left-hand side in assignment"],
//=   prefix: ["f", "ReferenceError", "Invalid left-hand side expression in prefix operation"],
//=   "prefix, down": ["f", "ReferenceError", "Invalid left-hand side expression in prefix operation"],
//=   postfix: ["f", "ReferenceError", "Invalid left-hand side expression in postfix operation"],
//=   "postfix, down": ["f", "ReferenceError", "Invalid left-hand side expression in postfix operation"],
//=   "for in": ["f", "ReferenceError", "Invalid left-hand side in for-loop"],
//=   "for of": ["f", "ReferenceError", "Invalid left-hand side in for-loop"],
//=   "for in nothing": ["", "nothing thrown"],
//=   "in parentheses": ["f", "ReferenceError", "Invalid left-hand side in assignment"],
//=   "twice called": ["f", "ReferenceError", "Invalid left-hand side in assignment"],
//=   method: ["m", "ReferenceError", "Invalid left-hand side in assignment"],
//=   "throws itself": ["", "TypeError", "Cannot read properties of null (reading 'x')"],
//=   "never reached": ["g", "nothing thrown"],
//=   "member of it": ["fg", "nothing thrown"],
//= }
