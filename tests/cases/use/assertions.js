const assert = require("assert");
assert.deepStrictEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] });
assert.throws(() => { throw new TypeError("x"); }, TypeError);
try { assert.strictEqual(1, 2); } catch (error) { console.log(error.code); }
console.log("ok");
//= result: undefined
//= console.log: ERR_ASSERTION
//= console.log: ok
