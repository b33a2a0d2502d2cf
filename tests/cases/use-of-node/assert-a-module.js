//! about = "Checks with node:assert, counted, and a report of what fails."
//! [files]
//! "/lib/slug.js" = "module.exports = (s) => s.normalize('NFD').replace(/[\\u0300-\\u036f]/g, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');"

const assert = require("node:assert/strict");
const slug = require("/lib/slug.js");

const tests = {
  "plain words": () => assert.equal(slug("Hello World"), "hello-world"),
  "accents": () => assert.equal(slug("Crème Brûlée!"), "creme-brulee"),
  "empty": () => assert.equal(slug(""), ""),
  "not a string": () => assert.throws(() => slug(null), { name: "TypeError" }),
  "wrong on purpose": () => assert.equal(slug("a_b"), "a_b"),
  "deep": () => assert.deepEqual({ a: [1, { b: new Set([1]) }] }, { a: [1, { b: new Set([1]) }] }),
  "deep wrong": () => assert.deepStrictEqual([1, 2], [1, 3], "lists differ"),
  "rejects": () => assert.rejects(async () => { throw new RangeError("far"); }, /far/),
  "does not reject": () => assert.rejects(async () => 1),
  "match": () => assert.match("abc", /^x/),
  "ok": () => assert(0, "zero is not ok"),
};
(async () => {
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      console.log("ok   -", name);
    } catch (error) {
      failed++;
      console.log("FAIL -", name, error.code, error.operator, JSON.stringify([error.actual, error.expected]), error.generatedMessage);
    }
  }
  console.log(`${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
//= throws: Error
//= message: exited with code 1
//= console.log: ok   - plain words
//= console.log: ok   - accents
//= console.log: ok   - empty
//= console.log: ok   - not a string
//= console.log: FAIL - wrong on purpose ERR_ASSERTION strictEqual ["a-b","a_b"] true
//= console.log: ok   - deep
//= console.log: FAIL - deep wrong ERR_ASSERTION deepStrictEqual [[1,2],[1,3]] false
//= console.log: ok   - rejects
//= console.log: FAIL - does not reject ERR_ASSERTION rejects [null,null] false
//= console.log: FAIL - match ERR_ASSERTION match ["abc",{}] true
//= console.log: FAIL - ok ERR_ASSERTION == [0,true] false
//= console.log: 5 failed
