() => {
  const checks = {};
  const check = (name, f) => { try { checks[name] = f(); } catch (error) { checks[name] = `${error.name}: ${error.message}`; } };
  // A text that asks for the number of its own object, and the other way round.
  class Money { constructor(value) { this.value = value; } valueOf() { return this.value; } toString() { return `$${(+this).toFixed(2)}`; } }
  check('money', () => `${new Money(5)}`);
  check('moneys', () => `${new Money(5)}, ${new Money(1) + new Money(2)}, ${[new Money(3), new Money(4)]}`);
  check('number of text', () => { const o = { valueOf() { return Number(String(this)); }, toString() { return '7'; } }; return o + 1; });
  check('sum in text', () => { class D { valueOf() { return 3; } toString() { return this + '!'; } } return `${new D()}`; });
  check('date', () => { const d = new Date(0); d.toString = function () { return 'D' + (+this); }; return `${d}`; });
  check('compared', () => { const o = { valueOf() { return `${this}`.length; }, toString() { return 'four'; } }; return [o > 3, o < 5, o == 4, o * 2]; });
  check('endless text', () => { const o = { toString() { return '' + this; } }; return `${o}`; });
  check('endless number', () => { const o = { valueOf() { return +this; } }; return o + 1; });
  check('endless primitive', () => { const o = { [Symbol.toPrimitive]() { return `${this}`; } }; return `${o}`; });
  // Lists inside of themselves.
  check('list', () => { const a = [1]; a.push(a, 2); return [String(a), a.join('-'), `${a}`, a.toLocaleString()]; });
  check('two lists', () => { const a = [1], b = [a, 2]; a.push(b); return [String(a), String(b), [a, b].join(';')]; });
  check('list in a member', () => { const a = [1, { toString() { return 'in' + a; } }]; return String(a); });
  check('list-like', () => { const o = { length: 2, 0: 1, toString() { return Array.prototype.join.call(this); } }; o[1] = o; return String(o); });
  check('same twice', () => { const a = [1, 2]; return [a, a, [a]].join(';'); });
  check('text of its own', () => { const a = [1]; a.toString = () => 'own'; a.push(a); return a.join(); });
  check('after an error', () => { const a = [1, { toString() { throw new Error('in'); } }]; try { a.join(); } catch { a.pop(); } return a.join(); });
  check('separator', () => { const a = [1, 2]; return a.join({ toString() { return `<${a}>`; } }); });
  check('compared lists', () => { const a = []; a.push(a); return [a == '', a == 0, Number(a)]; });
  // Lengths that nothing could hold.
  const length = 2 ** 53 - 1;
  check('joined', () => Array.prototype.join.call({ length }));
  check('applied', () => Math.max.apply(null, { length }));
  check('constructed', () => Reflect.construct(Array, { length }));
  return checks;
}
//= result: {
//=   money: "$5.00",
//=   moneys: "$5.00, 3, $3.00,$4.00",
//=   "number of text": 8,
//=   "sum in text": "3!",
//=   date: "D0",
//=   compared: [true, true, true, 8],
//=   "endless text": "RangeError: Maximum call stack size exceeded",
//=   "endless number": "RangeError: Maximum call stack size exceeded",
//=   "endless primitive": "RangeError: Maximum call stack size exceeded",
//=   list: ["1,,2", "1--2", "1,,2", "1,,2"],
//=   "two lists": ["1,,2", "1,,2", "1,,2;1,,2"],
//=   "list in a member": "1,in",
//=   "list-like": "1,",
//=   "same twice": "1,2;1,2;1,2",
//=   "text of its own": "1,own",
//=   "after an error": "1",
//=   separator: "1<1,2>2",
//=   "compared lists": [true, true, 0],
//=   joined: "TypeError: Invalid array length",
//=   applied: "RangeError: Invalid array length",
//=   constructed: "RangeError: Invalid array length",
//= }
