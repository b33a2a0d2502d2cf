//! about = "A runner of tests within the program; a failure sets the code."

const tests = [];
const describe = (name, fn) => fn(name);
const it = (name, fn) => tests.push({ name, fn });

describe("arrays", () => {
  it("includes", () => { if (![1, 2].includes(2)) throw new Error("no"); });
  it("waits", async () => { await new Promise((r) => setTimeout(r, 20)); });
  it("fails", async () => { throw new TypeError("expected 1"); });
});

(async () => {
  const results = { pass: 0, fail: 0 };
  for (const { name, fn } of tests) {
    try { await fn(); results.pass++; console.log(`✓ ${name}`); }
    catch (error) { results.fail++; console.log(`✗ ${name}: ${error.name}: ${error.message}`); }
  }
  console.log(results);
  if (results.fail) process.exit(1);
})();
//= throws: Error
//= message: exited with code 1
//= console.log: ✓ includes
//= console.log: ✓ waits
//= console.log: ✗ fails: TypeError: expected 1
//= console.log: { pass: 2, fail: 1 }
