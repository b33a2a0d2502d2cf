// Runs leave nothing behind: `GROWTH_RUNS=100000` by night.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Functions, isolate, sandbox, Workspace } from "./shared.mjs";

const RUNS = Number(process.env.GROWTH_RUNS ?? 400);
// What the allocators and the history of this many runs may take.
const BYTES_MAX = 24 * 2 ** 20;

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc");

async function resident() {
  // Finalizers run on the event loop.
  for (let i = 0; i < 3; i += 1) {
    gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage.rss();
}

test("runs leave nothing behind", async () => {
  const functions = new Functions().add("a", "b", async ({ n }) => ({ n, text: "x".repeat(1000) }));
  const code = "async (n) => { await a.b({ n }); return 'y'.repeat(1000); }";
  const rounds = async (number) => {
    // A workspace keeps its history: what is looked for is what stays when that is gone.
    for (let done = 0; done < number; done += 200) {
      const workspace = await Workspace.memory();
      const tools = new isolate.Toolbox(workspace, { sandbox, functions });
      for (let n = 0; n < 200; n += 1) {
        const handle = sandbox.start(workspace, code, { input: n, functions });
        for await (const _ of handle.events());
        assert.equal((await handle).result().length, 1000);
        assert.equal((await sandbox.run(workspace, "() => { throw new Error('x') }")).status, "threw");
        assert.ok((await tools.call("ls", { path: "/" })).isOk);
        await assert.rejects(workspace.files.readFile("/missing"), { code: "ENOENT" });
      }
      await workspace.close();
    }
  };
  // Allocators and caches take their part first.
  await rounds(Math.min(RUNS, 5000));
  const before = await resident();
  await rounds(RUNS);
  const grown = (await resident()) - before;
  assert.ok(grown < BYTES_MAX, `grown by ${grown} bytes`);
});
