// Objects as arguments, and as answers.
import assert from "node:assert/strict";
import { test } from "node:test";

import { isolate, sandbox, UsageError, Workspace } from "./shared.mjs";

const WRITE = "() => state.writeFile('/a', 'x\\n')";
const WAIT = "async () => await state.approve('Pay?')";

for (const kind of ["Run", "RunEntry", "number"]) {
  test(`a run of the history is given as a ${kind}`, async () => {
    const workspace = await Workspace.memory();
    const made = await sandbox.run(workspace, WRITE);
    const [entry] = await workspace.history();
    const run = { Run: made, RunEntry: entry, number: entry.run }[kind];
    const later = await sandbox.run(workspace, "() => state.writeFile('/b', 'y')");
    assert.match(await workspace.diff(run), /\+x/);
    assert.match(await workspace.diff([run, later]), /\+y/);
    assert.deepEqual(await workspace.history({ before: run }), []);
    const branch = await workspace.createBranch("idea", { at: run });
    assert.deepEqual(await branch.files.readdir(), [{ name: "a", kind: "file" }]);
    assert.deepEqual((await workspace.undo(run)).deleted, ["/a"]);
  });
}

for (const kind of ["Run", "PendingRun", "number"]) {
  test(`a run that waits is given as a ${kind}`, async () => {
    const workspace = await Workspace.memory();
    const waiting = async () => {
      const made = await sandbox.run(workspace, WAIT);
      const [pending] = await workspace.pending();
      return [{ Run: made, PendingRun: pending, number: pending.run }[kind], made.waitingFor[0]];
    };
    const [run, call] = await waiting();
    await workspace.answer(run, call, { approve: true });
    await workspace.untilAnswered(run);
    assert.equal((await sandbox.resume(workspace, run)).result(), true);
    await workspace.endPending((await waiting())[0]);
    assert.deepEqual(await workspace.pending(), []);
  });
}

test("a run that changed nothing has no number", async () => {
  const workspace = await Workspace.memory();
  const run = await sandbox.run(workspace, "() => 1");
  assert.equal(run.runId, undefined);
  for (const use of [() => workspace.undo(run), () => sandbox.resume(workspace, run), () => workspace.diff([run])]) {
    await assert.rejects(use, (error) => error instanceof UsageError && /this run has no number/.test(error.message));
  }
});

test("a handle is a promise of its run", async () => {
  const workspace = await Workspace.memory();
  const handle = sandbox.start(workspace, "() => 42");
  assert.equal(handle.isDone, false);
  const seen = [];
  const run = await handle.finally(() => seen.push("ended"));
  assert.deepEqual([run.result(), handle.isDone, seen], [42, true, ["ended"]]);
  assert.equal(await handle.catch(() => undefined), run);
  assert.equal(Object.prototype.toString.call(handle), "[object Handle]");
  const confirm = () => {
    throw new RangeError("no");
  };
  const failing = sandbox.start(workspace, WRITE, { confirm });
  assert.equal(await failing.catch((error) => error.message), "no");
  assert.equal(failing.isDone, true);
  await assert.rejects(failing.finally(() => seen.push("failed")), RangeError);
  assert.deepEqual(seen, ["ended", "failed"]);
});

test("effects have all members, whoever tells them", async () => {
  const workspace = await Workspace.memory();
  const of = (run, lists) => ({ created: [], changed: [], deleted: [], omitted: null, run, ...lists });
  await workspace.checkpoint("empty");
  const run = await sandbox.run(workspace, WRITE);
  assert.deepEqual(run.effects, of(run.runId, { created: ["/a"] }));
  assert.deepEqual((await sandbox.run(workspace, "1")).effects, of(null, {}));
  const restored = await workspace.restore("empty");
  assert.deepEqual(restored, of(restored.run, { deleted: ["/a"] }));
  let asked;
  await sandbox.run(workspace, WRITE, { confirm: (effects) => ((asked = effects), false) });
  assert.deepEqual(asked, of(asked.run, { created: ["/a"] }));
  const reply = await new isolate.Toolbox(workspace).call("write", { path: "/b", content: "" });
  assert.deepEqual(reply.effects, of(reply.receipt.run, { created: ["/b"] }));
  await workspace.createBranch("idea");
  const merge = await workspace.merge("idea");
  assert.deepEqual(merge.effects, of(merge.effects.run, {}));
});

test("what effects leave out is counted", async () => {
  const workspace = await Workspace.memory();
  const code = "async () => { for (let i = 0; i < 10010; i++) await state.writeFile(`/d/${i}`, '') }";
  const run = await sandbox.run(workspace, code, { commit: "atomic" });
  assert.equal(run.effects.created.length, 10_000);
  assert.deepEqual(run.effects.omitted, { created: 11, changed: 0, deleted: 0, isPartial: false });
  assert.deepEqual((await workspace.undo(run)).omitted, { created: 0, changed: 0, deleted: 11, isPartial: false });
});
