async () => {
  'use strict';
  class Point { #x = 1; get sum() { return 1; } static read(o) { return o.#x; } static write(o) { o.#x = 1; } }
  const text = (f) => { try { f(); return 'none'; } catch (error) { return `${error.name}: ${error.message}`; } };
  const frozen = Object.freeze({ a: 1 }), list = Object.freeze([1, 2]), point = Object.preventExtensions(new Point());
  const key = Symbol('key'), proxy = new Proxy({}, { set: () => false, deleteProperty: () => false });
  return [
    () => { frozen.a = 2; }, () => { frozen['a'] = 2; }, () => { frozen.b = 2; }, () => { frozen[key] = 2; }, () => { delete frozen.a; }, () => { delete frozen['a']; },
    () => { Object.create(frozen).a = 2; }, () => { list[0] = 2; }, () => { list[2] = 2; }, () => list.push(3), () => list.pop(), () => { list.length = 0; }, () => { delete list[0]; },
    () => { point.y = 1; }, () => { point.sum = 1; }, () => { ({ get a() { return 1; } }).a = 2; }, () => { Point.prototype = 1; }, () => { delete Point.prototype; },
    () => { 'abc'.length = 1; }, () => { 'abc'[0] = 'x'; }, () => { 'abc'[5] = 'x'; }, () => { (5).x = 1; }, () => { true.x = 1; }, () => { key.x = 1; },
    () => { proxy.a = 1; }, () => { delete proxy.a; }, () => Object.assign(frozen, { a: 3 }), () => Object.defineProperty(frozen, 'c', { value: 1 }),
    () => Point.read({}), () => Point.write({}), () => new (class extends 5 {})(),
    () => new RegExp('['), () => new RegExp('(?<a>x)(?<a>y)'), () => new RegExp('a'.repeat(300) + '(', 'u'), () => new Map([1]), () => new Array(3).with(9, 1), () => { [].length = -1; },
    () => Math.max(1n), () => Symbol() + 1,
  ].map(text).concat(await Promise.any([Promise.reject(1)]).catch((error) => `${error.name}: ${error.message} ${error.errors}`));
}
//= result: [
//=   "TypeError: Cannot assign to read only property 'a' of object '#<Object>'",
//=   "TypeError: Cannot assign to read only property 'a' of object '#<Object>'",
//=   "TypeError: Cannot add property b, object is not extensible",
//=   "TypeError: Cannot add property Symbol(key), object is not extensible",
//=   "TypeError: Cannot delete property 'a' of #<Object>",
//=   "TypeError: Cannot delete property 'a' of #<Object>",
//=   "TypeError: Cannot assign to read only property 'a' of object '#<Object>'",
//=   "TypeError: Cannot assign to read only property '0' of object '[object Array]'",
//=   "TypeError: Cannot add property 2, object is not extensible",
//=   "TypeError: Cannot add property 2, object is not extensible",
//=   "TypeError: Cannot delete property '1' of [object Array]",
//=   "TypeError: Cannot assign to read only property 'length' of object '[object Array]'",
//=   "TypeError: Cannot delete property '0' of [object Array]",
//=   "TypeError: Cannot add property y, object is not extensible",
//=   "TypeError: Cannot set property sum of #<Point> which has only a getter",
//=   "TypeError: Cannot set property a of #<Object> which has only a getter",
//=   "TypeError: Cannot assign to read only property 'prototype' of function 'Point'",
//=   "TypeError: Cannot delete property 'prototype' of Point",
//=   "TypeError: Cannot assign to read only property 'length' of string 'abc'",
//=   "TypeError: Cannot assign to read only property '0' of string 'abc'",
//=   "TypeError: Cannot create property '5' on string 'abc'",
//=   "TypeError: Cannot create property 'x' on number '5'",
//=   "TypeError: Cannot create property 'x' on boolean 'true'",
//=   "TypeError: Cannot create property 'x' on symbol 'Symbol(key)'",
//=   "TypeError: 'set' on proxy: trap returned falsish for property 'a'",
//=   "TypeError: 'deleteProperty' on proxy: trap returned falsish for property 'a'",
//=   "TypeError: Cannot assign to read only property 'a' of object '#<Object>'",
//=   "TypeError: Cannot redefine property: c",
//=   "TypeError: Cannot read private member #x from an object whose class did not declare it",
//=   "TypeError: Cannot write private member #x to an object whose class did not declare it",
//=   "TypeError: Class extends value is not a constructor or null",
//=   "SyntaxError: Invalid regular expression: /[/: Unbalanced bracket",
//=   "SyntaxError: Invalid regular expression: /(?<a>x)(?<a>y)/: Duplicate capture group name",
//=   "SyntaxError: Invalid regular expression: /aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…/u: Unbalanced parenthesis",
//=   "TypeError: Iterator value is not an entry object: each item has to be a pair [key, value]",
//=   "RangeError: Invalid index : 9",
//=   "RangeError: Invalid array length",
//=   "TypeError: Cannot convert a BigInt value to a number",
//=   "TypeError: Cannot convert a Symbol value to a number",
//=   "AggregateError: All promises were rejected 1",
//= ]
