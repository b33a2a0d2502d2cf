//! about = "`compact: true` of `util.inspect`, as in Node"

const util = require("util");
const self = { name: "a", list: [1, 2, 3, 4, 5, 6, 7, 8] };
self.self = self;
const options = (breakLength) => ({ compact: true, breakLength, depth: null });
for (const width of [200, 30, 3]) {
  console.log(util.inspect(self, options(width)));
  console.log(util.inspect({ map: new Map([["k", { v: null, u: undefined }]]), set: new Set([1, 2]) }, options(width)));
  console.log(util.inspect([{ text: "two words" }, Object.assign(() => {}, { a: 1 })], options(width)));
}
//= result: undefined
//= console.log: <ref *1> { name: 'a', list: [ 1, 2, 3, 4, 5, 6, 7, 8 ], self: [Circular *1] }
//= console.log: { map: Map(1) { 'k' => { v: null, u: undefined } }, set: Set(2) { 1, 2 } }
//= console.log: [ { text: 'two words' }, { [Function (anonymous)] a: 1 } ]
//= console.log: "<ref *1> {\n  name: 'a',\n  list: [ 1, 2, 3, 4, 5, 6, 7, 8 ],\n  self: [Circular *1] }"
//= console.log: "{ map:\n   Map(1) {\n     'k' => { v: null, u: undefined } },\n  set: Set(2) { 1, 2 } }"
//= console.log: "[ { text: 'two words' },\n  { [Function (anonymous)] a: 1 } ]"
//= console.log: "<ref *1> {\n  name: 'a',\n  list:\n   [ 1,\n     2,\n     3,\n     4,\n     5,\n     6,\n     7,\n     8 ],\n  self:\n   [Circular *1] }"
//= console.log: "{ map:\n   Map(1) {\n     'k' => { v:\n        null,\n       u: undefined } },\n  set:\n   Set(2) {\n     1,\n     2 } }"
//= console.log: "[ { text:\n     'two words' },\n  { [Function (anonymous)]\n    a: 1 } ]"
