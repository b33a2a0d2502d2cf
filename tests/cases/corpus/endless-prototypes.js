() => {
  const checks = {};
  const check = (name, f) => {
    try { checks[name] = f(); } catch (error) { checks[name] = `${error.name}: ${error.message}`; }
  };
  // A proxy that inherits from itself.
  const cycle = () => { const proxy = new Proxy({ a: 1 }, {}); proxy.__proto__ = proxy; return proxy; };
  class Kind {}
  check('get', () => cycle().missing);
  check('own', () => cycle().a);
  check('in', () => 'missing' in cycle());
  check('set', () => { cycle().missing = 1; return 'set'; });
  check('call', () => cycle().missing());
  check('instanceof', () => cycle() instanceof Kind);
  check('instanceof Error', () => cycle() instanceof Error);
  check('isPrototypeOf', () => Kind.prototype.isPrototypeOf(cycle()));
  check('for in', () => { const keys = []; for (const key in cycle()) keys.push(key); return keys; });
  check('lookup getter', () => Object.prototype.__lookupGetter__.call(cycle(), 'missing'));
  check('lookup setter', () => Object.prototype.__lookupSetter__.call(cycle(), 'missing'));
  check('keys', () => Object.keys(cycle()));
  check('spread', () => ({ ...cycle() }));
  check('json', () => JSON.stringify(cycle()));
  check('heir', () => Object.create(cycle()).missing);
  check('array', () => { const list = []; Object.setPrototypeOf(list, new Proxy(list, {})); return list[5]; });
  check('caught', () => { let count = 0; for (let i = 0; i < 3; i++) try { cycle() instanceof Kind; } catch { count++; } return count; });
  // What a proxy inherits, and what its trap says.
  const keys = (object) => { const found = []; for (const key in object) found.push(key); return found; };
  check('for in of a proxy', () => keys(new Proxy({ a: 1, __proto__: { b: 2 } }, {})));
  check('for in by a trap', () => keys(new Proxy({ a: 1 }, { getPrototypeOf: () => ({ b: 2 }) })));
  check('for in and a trap that throws', () => keys(new Proxy({ a: 1 }, { getPrototypeOf() { throw new RangeError('own'); } })));
  return checks;
}
//= result: {
//=   get: "RangeError: Maximum call stack size exceeded",
//=   own: 1,
//=   in: "RangeError: Maximum call stack size exceeded",
//=   set: "RangeError: Maximum call stack size exceeded",
//=   call: "RangeError: Maximum call stack size exceeded",
//=   instanceof: "RangeError: Maximum call stack size exceeded",
//=   "instanceof Error": "RangeError: Maximum call stack size exceeded",
//=   isPrototypeOf: "RangeError: Maximum call stack size exceeded",
//=   "for in": "RangeError: Maximum call stack size exceeded",
//=   "lookup getter": "RangeError: Maximum call stack size exceeded",
//=   "lookup setter": "RangeError: Maximum call stack size exceeded",
//=   keys: ["a"],
//=   spread: { a: 1 },
//=   json: "RangeError: Maximum call stack size exceeded",
//=   heir: "RangeError: Maximum call stack size exceeded",
//=   array: "RangeError: Maximum call stack size exceeded",
//=   caught: 3,
//=   "for in of a proxy": ["a", "b"],
//=   "for in by a trap": ["a", "b"],
//=   "for in and a trap that throws": "RangeError: own",
//= }
