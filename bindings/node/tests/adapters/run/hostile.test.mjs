// Programs that speak to the host in the place of this package, or break what it uses in the sandbox.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createRunner, RunError } from "run";

const PROGRAMS = [
  "await __runHost.end(['value', 'garbage'])",
  "await __runHost.end(5)",
  "await __runHost.end(['error', '[[\"json\",null]]'])",
  "await __runHost.end(['error', '[[\"object\",[[\"name\",1],[\"message\",1]]],[\"undefined\"]]'])",
  "await __runHost.end(['value', '[[\"view\",\"Uint8Array\",1,99999999],[\"buffer\",\"\"]]'])",
  "await __runHost.end(['value', '[[\"bigint\",\"x\"]]'])",
  "await __runHost.end(['value', '[[\"array\",4294967295,[]]]'])",
  "await __runHost.end(['value', '[[\"map\",[[0,9]]]]'])",
  "await __runHost.end(['value', '[[\"regexp\",\"(\",\"\"]]'])",
  "await __runHost.step('x')",
  "await __runHost.step([[7, 't.f', '']])",
  "await __runHost.step([[0, 't.f', 5]])",
  "await __runHost.step([[0, 5, '[[\"array\",0,[]]]']])",
  "await __runHost.step([[0, '__proto__', '[[\"array\",0,[]]]']])",
  "await __runHost.step([[0, 't.f', '[[\"array\",4294967295,[]]]']])",
  "await __runHost.step([[0, 't.f', '[[\"array\",900000,[]]]']])",
  "await __runHost.more(null)",
  "await Promise.all([__runHost.step([]), __runHost.step([])])",
  "return new Array(5_000_000)",
  "return await t.f(new Array(5_000_000))",
  "__run.main = 1; JSON.stringify = () => 1; Array.prototype.push = 1; return await t.f(1)",
  "Promise.prototype.then = 5; return await t.f(1)",
  "globalThis.Object = globalThis.Array = globalThis.Map = undefined; return await t.f(1)",
  "throw { get message() { throw 1 }, toString() { throw 2 } }",
  "const e = new Error('x'); Object.defineProperty(e, 'name', { get() { throw 1 } }); throw e",
  "throw Object.assign(new Error('x'), { details: { toJSON() { throw 1 } } })",
  "throw new Proxy(new Error('x'), { get() { throw 1 } })",
];

for (const source of PROGRAMS) {
  test(source, async () => {
    const t = { f: (...args) => args.length };
    const run = createRunner().run({ source, hostFunctions: { t }, limits: { timeoutMs: 500 } });
    const result = await run.catch((error) => error);
    const isAnswer = result.status === "completed" || RunError.isInstance(result);
    assert(isAnswer, String(result?.stack ?? result));
  });
}

test("arrays with many holes are refused, those with few are not", async () => {
  const run = (source) => createRunner().run({ source });
  await assert.rejects(run("return { a: new Array(5_000_000) }"), /an array with more than 1000000 holes at value\["a"\]/);
  assert.equal((await run("return new Array(1_000_000)")).value.length, 1_000_000);
});
