// What a user writes in CommonJS: `tsc --strict` accepts it, and it runs.
import isolate = require("isolate-run");

async function main(): Promise<void> {
  const sandbox: isolate.Sandbox = await isolate.Sandbox.create();
  const workspace = await isolate.Workspace.memory();
  const run = await sandbox.run(workspace, "async () => { await state.writeFile('/a', 'b'); }");
  const created: readonly string[] = run.effects.created;
  if (created.join() !== "/a") throw new Error(`created: ${created.join()}`);
  try {
    await sandbox.run(workspace, "throw new Error('no')").then((run) => run.result());
  } catch (error) {
    if (!(error instanceof isolate.ProgramError)) throw error;
  }
  await workspace.close();
  console.log("CommonJS");
}

void main();
