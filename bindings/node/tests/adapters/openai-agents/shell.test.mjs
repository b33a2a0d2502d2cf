// The tool `shell`.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Agent, run, setTracingDisabled, shellTool } from "@openai/agents";
import { UsageError, Workspace } from "isolate-run";
import { IsolateShell } from "isolate-run/openai-agents";

import { Scripted } from "./model.mjs";

setTracingDisabled(true);

test("an agent runs commands", async () => {
  const workspace = await Workspace.memory();
  const action = { commands: ["echo hi > /a", "cat /a; missing"], timeoutMs: 5000, maxOutputLength: 1000 };
  const model = new Scripted([{ type: "shell_call", callId: "1", status: "completed", action }], "done");
  const agent = new Agent({ name: "coder", model, tools: [shellTool({ shell: new IsolateShell(workspace) })] });
  const { history, finalOutput } = await run(agent, "go");
  assert.equal(finalOutput, "done");
  const [{ output }] = history.filter(({ type }) => type === "shell_call_output");
  assert.deepEqual(output.map(({ outcome }) => outcome), [{ type: "exit", exitCode: 0 }, { type: "exit", exitCode: 127 }]);
  assert.equal(output[1].stdout, "hi\n");
  assert.equal(await workspace.files.readFile("/a", "utf8"), "hi\n");
});

test("what commands answer", async () => {
  const workspace = await Workspace.memory();
  const shell = new IsolateShell(workspace);
  const { output, maxOutputLength } = await shell.run({
    commands: ["mkdir /a; cd /a; x=1; printf 'é\\377'; echo e >&2; exit 4", "pwd; echo $x", "echo ("],
    maxOutputLength: 9,
  });
  assert.equal(maxOutputLength, 9);
  assert.deepEqual(output.slice(0, 2), [
    { stdout: "é\ufffd", stderr: "e\n", outcome: { type: "exit", exitCode: 4 } },
    { stdout: "/\n\n", stderr: "", outcome: { type: "exit", exitCode: 0 } },
  ]);
  assert.deepEqual(output[2].outcome, { type: "exit", exitCode: 2 });
  const { output: [slow] } = await shell.run({ commands: ["echo a; touch /b; while :; do :; done"], timeoutMs: 300 });
  assert.deepEqual([slow.stdout, slow.outcome], ["a\n", { type: "timeout" }]);
  assert.match(slow.stderr, /nothing was kept/);
  assert(!(await workspace.files.exists("/b")));
  const session = new IsolateShell(workspace, { shell: { session: "one", limits: { resultBytes: 10 } } });
  const { output: [, there, cut] } = await session.run({ commands: ["cd /a; x=1", "pwd; echo $x", "seq 100"] });
  assert.equal(there.stdout, "/a\n1\n");
  assert.equal(cut.stdout, "1\n2\n3\n4\n5\n");
  assert.match(cut.stderr, /282 bytes of output were left out/);
  await workspace.close();
  const { output: [closed] } = await shell.run({ commands: ["ls"] });
  assert.match(closed.stderr, /was closed/);
  assert.deepEqual(closed.outcome, { type: "exit", exitCode: 1 });
  assert.throws(() => new IsolateShell(workspace, { limits: {} }), UsageError);
});
