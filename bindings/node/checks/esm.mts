// What a user writes in a module: `tsc --strict` accepts it, and it runs.
import { Functions, Sandbox, Workspace, type Run, type RunOptions } from "isolate-run";
import { z } from "zod";

const functions = new Functions().add("add", "one", ({ to }) => to + 1, {
  input: z.object({ to: z.number() }),
});
const options: RunOptions = {
  functions,
  limits: { timeoutMs: 10_000 },
  signal: AbortSignal.timeout(60_000),
};
const sandbox: Sandbox = await Sandbox.create({ runs: 2 });
await using workspace: Workspace = await Workspace.memory();
const run: Run = await sandbox.run(workspace, "async () => add.one({ to: 1 })", options);
if (run.result() !== 2) throw new Error(`add.one answered ${String(run.result())}`);

// @ts-expect-error There is no such option.
const unknown: RunOptions = { timeout: 5 };
// @ts-expect-error The argument has the type of its schema.
functions.add("add", "text", ({ to }) => to.length, { input: z.object({ to: z.number() }) });
console.log("ESM", Object.keys(unknown).length);
