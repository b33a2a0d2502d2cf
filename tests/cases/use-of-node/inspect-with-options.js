//! about = "util.inspect with its options, and format with its letters."

const util = require("util");

const value = { name: "x", list: [3, 1, 2], deep: { a: { b: { c: { d: 1 } } } }, when: new Date(0), f() {}, [Symbol("s")]: 1, text: "it's" };
console.log(util.inspect(value));
console.log(util.inspect(value, { depth: 0 }));
console.log(util.inspect(value, { depth: null, compact: false }));
console.log(util.inspect(value, { depth: 1, breakLength: Infinity }));
console.log(util.inspect({ a: { b: { c: { d: {} } } }, l: [1, 2, 3, 4, 5, 6, 7, 8] }, { depth: 9, compact: true, breakLength: Infinity }), util.inspect({ a: [1, { b: 2 }] }, { compact: 1 }));
console.log(util.inspect({ b: 1, a: 2 }, { sorted: true }), util.inspect("a'b"), util.inspect([1, 2, 3, 4], { maxArrayLength: 2 }), util.inspect("abcdef", { maxStringLength: 3 }));
console.log(util.inspect(new Map([[{ a: 1 }, new Set([1])]]), false, null));
console.log(util.format("%s %d %i %f %j %O %%", "a", "1.5", "2.9", "3.5x", { a: 1 }, { b: { c: {} } }), util.format("no", "more", { a: 1 }), util.format("%s", null, undefined, 5n, Symbol("q")), util.format(1, "%s"));
class Money { constructor(n) { this.n = n; } [util.inspect.custom](depth, options) { return `Money<${this.n}, ${depth}>`; } }
console.log(new Money(5), [new Money(1)], util.inspect({ m: { m: new Money(2) } }, { depth: 5 }));
console.log(util.isDeepStrictEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }), util.types.isDate(new Date()), util.types.isPromise(Promise.resolve()), util.types.isRegExp(/x/), util.inspect(new Proxy({ a: 1 }, {})));
console.log(util.stripVTControlCharacters("\u001b[31mred\u001b[0m"), util.inspect(Object.assign(() => {}, { x: 1 })), util.inspect({ get a() { return 1; }, set b(v) {} }), util.inspect([,"x",,]), util.inspect(new (class extends Array {})(3)));
console.log(util.inspect(new Error("boom")).split("\n")[0], util.inspect(Object.create({ inherited: 1 })), util.inspect(new (class Foo { #p = 1; q = 2; })()), [`a\nb`], ["x".repeat(5)], -0, [-0], 123456789.123, [1e21]);
//= result: undefined
//= console.log: "{\n  name: 'x',\n  list: [ 3, 1, 2 ],\n  deep: { a: { b: [Object] } },\n  when: 1970-01-01T00:00:00.000Z,\n  f: [Function: f],\n  text: \"it's\",\n  Symbol(s): 1\n}"
//= console.log: "{\n  name: 'x',\n  list: [Array],\n  deep: [Object],\n  when: 1970-01-01T00:00:00.000Z,\n  f: [Function: f],\n  text: \"it's\",\n  Symbol(s): 1\n}"
//= console.log: "{\n  name: 'x',\n  list: [\n    3,\n    1,\n    2\n  ],\n  deep: {\n    a: {\n      b: {\n        c: {\n          d: 1\n        }\n      }\n    }\n  },\n  when: 1970-01-01T00:00:00.000Z,\n  f: [Function: f],\n  text: \"it's\",\n  Symbol(s): 1\n}"
//= console.log: { name: 'x', list: [ 3, 1, 2 ], deep: { a: [Object] }, when: 1970-01-01T00:00:00.000Z, f: [Function: f], text: "it's", Symbol(s): 1 }
//= console.log: "{ a: { b: { c: { d: {} } } }, l: [ 1, 2, 3, 4, 5, 6, 7, 8 ] } {\n  a: [\n    1,\n    { b: 2 }\n  ]\n}"
//= console.log: { a: 2, b: 1 } "a'b" [ 1, 2, ... 2 more items ] 'abc'... 3 more characters
//= console.log: Map(1) { { a: 1 } => Set(1) { 1 } }
//= console.log: a 1.5 2 3.5 {"a":1} { b: { c: {} } } % no more { a: 1 } null undefined 5n Symbol(q) 1 %s
//= console.log: Money<5, 2> [ Money<1, 1> ] { m: { m: Money<2, 3> } }
//= console.log: true true true true { a: 1 }
//= console.log: red [Function (anonymous)] { x: 1 } { a: [Getter], b: [Setter] } [ <1 empty item>, 'x', <1 empty item> ] [ <3 empty items> ]
//= console.log: Error: boom {} Foo { q: 2 } [ 'a\nb' ] [ 'xxxxx' ] -0 [ -0 ] 123456789.123 [ 1e+21 ]
