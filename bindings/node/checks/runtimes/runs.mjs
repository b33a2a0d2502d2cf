// What Bun and Deno have to do with the package: run programs, call functions of JavaScript, cancel.
import assert from "node:assert/strict";

import { FileError, Functions, Sandbox, UsageError, Workspace } from "isolate-run";

const sandbox = await Sandbox.create({ runs: 4 });
const workspace = await Workspace.memory();

const functions = new Functions().add("add", "one", async ({ to }) => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return to + 1;
});
const run = (code, options = {}) => sandbox.run(workspace, code, options);

assert.equal((await run("1 + 1")).result(), 2);
const eight = Array.from({ length: 8 }, (_, to) => run("async (to) => add.one({ to })", { input: to, functions }));
assert.deepEqual((await Promise.all(eight)).map((done) => done.result()), [1, 2, 3, 4, 5, 6, 7, 8]);

const failing = new Functions().add("it", "fails", () => {
  throw new Error("as it should");
});
const caught = await run("async () => { try { await it.fails({}); } catch (error) { return error.message; } }", {
  functions: failing,
});
assert.match(caught.result(), /as it should/);

const controller = new AbortController();
const endless = run("for (;;);", { signal: controller.signal });
setTimeout(() => controller.abort(), 50);
assert.notEqual((await endless.catch((error) => ({ status: error.name }))).status, "ok");

await assert.rejects(async () => run("1", { timeout: 5 }), UsageError);
await assert.rejects(workspace.files.readFile("/none"), FileError);
await workspace.close();
console.log(`runs in ${globalThis.Bun ? `Bun ${Bun.version}` : globalThis.Deno ? `Deno ${Deno.version.deno}` : `Node ${process.version}`}`);
