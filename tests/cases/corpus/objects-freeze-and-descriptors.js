async () => {
  const frozen = Object.freeze({ a: 1, nested: { b: 2 } });
  const tries = [() => { 'use strict'; frozen.a = 2; }, () => { 'use strict'; frozen.nested.b = 3; }, () => { 'use strict'; delete frozen.a; }, () => { 'use strict'; frozen.c = 1; }].map((f) => { try { f(); return 'ok'; } catch (e) { return e.name; } });
  const o = Object.defineProperties({}, { hidden: { value: 1 }, shown: { value: 2, enumerable: true }, acc: { get: () => 3, enumerable: true, configurable: true } });
  const copy = Object.create(Object.getPrototypeOf(o), Object.getOwnPropertyDescriptors(o));
  const symbol = Symbol.for('s');
  copy[symbol] = 4;
  return { tries, keys: Object.keys(copy), names: Object.getOwnPropertyNames(copy), spread: { ...copy }, json: JSON.stringify(copy), own: Reflect.ownKeys(copy).length, order: Object.keys({ b: 1, 2: 1, a: 1, 1: 1 }), is: [Object.is(NaN, NaN), Object.is(0, -0), Object.isFrozen(frozen), Object.isExtensible(o)], entries: Object.entries('ab'), assign: Object.assign({}, null, 'xy', [9]) };
}

//= result: {
//=   tries: ["TypeError", "ok", "TypeError", "TypeError"],
//=   keys: ["shown", "acc"],
//=   names: ["hidden", "shown", "acc"],
//=   spread: { shown: 2, acc: 3 },
//=   json: "{\"shown\":2,\"acc\":3}",
//=   own: 4,
//=   order: ["1", "2", "b", "a"],
//=   is: [true, false, true, true],
//=   entries: [["0", "a"], ["1", "b"]],
//=   assign: { "0": 9, "1": "y" },
//= }
