// Commands: what the sandbox answers, and an agent whose model follows a script.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Agent } from "@mastra/core/agent";
import { SandboxAbortError, SandboxExecutionError, Workspace as MastraWorkspace } from "@mastra/core/workspace";
import { UsageError, Workspace } from "isolate-run";
import { IsolateFilesystem, IsolateSandbox } from "isolate-run/mastra";

import { scripted } from "./model.mjs";

const NASTY = ["a b", "$HOME", "`id`", "*", "~", "'", '"', "\\", "a\nb", "-n", "", "é😀", "if", "X=1", "!", "#c", "{a,b}"];

test("an agent runs commands on the files of its tools", async () => {
  const workspace = await Workspace.memory();
  const mastra = new MastraWorkspace({ filesystem: new IsolateFilesystem(workspace), sandbox: new IsolateSandbox(workspace) });
  await mastra.init();
  const model = scripted(
    { mastra_workspace_execute_command: { command: "printf 'b\\na\\n' > /a.txt; sort a.txt; pwd; missing" } },
    { mastra_workspace_read_file: { path: "/a.txt" } },
    { mastra_workspace_execute_command: { command: "while :; do :; done", timeout: 1 } },
    "done",
  );
  const agent = new Agent({ id: "coder", name: "coder", instructions: "", model, workspace: mastra });
  const { text, toolResults, steps } = await agent.generate("go", { maxSteps: 5 });
  assert.equal(text, "done");
  const results = (steps ?? []).flatMap((step) => step.toolResults).concat(steps ? [] : toolResults);
  const [ran, read, over] = results.map((one) => String(one.payload.result));
  assert.match(ran, /stdout:\na\nb\n\/\n/);
  assert.match(ran, /missing: command not found.*Exit code: 127/s);
  assert.match(read, /b\n.*a/s);
  assert.match(over, /time limit of 1 s.*Exit code: 124/s);
});

test("what a command answers", async () => {
  const workspace = await Workspace.memory();
  const sandbox = new IsolateSandbox(workspace, { id: "mine", shell: { env: { A: "1", B: "1" } } });
  assert.deepEqual([sandbox.id, sandbox.getInfo().status], ["mine", "running"]);
  const heard = [];
  const ended = await sandbox.executeCommand("echo $A$B; pwd; echo e >&2; printf '\\377'; exit 3", [], {
    env: { B: "2", C: undefined },
    cwd: "/",
    onStdout: (text) => heard.push(["out", text]),
    onStderr: (text) => heard.push(["err", text]),
  });
  const { executionTimeMs, ...rest } = ended;
  assert(executionTimeMs >= 0);
  assert.deepEqual(rest, {
    success: false, exitCode: 3, stdout: "12\n/\n\ufffd", stderr: "e\n", timedOut: false, killed: false,
    command: "echo $A$B; pwd; echo e >&2; printf '\\377'; exit 3", args: [],
  });
  assert.deepEqual(heard, [["out", "12\n/\n\ufffd"], ["err", "e\n"]]);
  // Arguments stay what they are.
  const printed = await sandbox.executeCommand("printf", ["%s\\0", ...NASTY]);
  assert.deepEqual(printed.stdout.split("\0").slice(0, -1), NASTY);
  assert.equal((await sandbox.executeCommand("missing", ["x"])).exitCode, 127);
  assert.equal((await sandbox.executeCommand("echo (")).exitCode, 2);
  assert.equal((await sandbox.executeCommand("cat")).stdout, "");
  await workspace.files.mkdir("/d");
  assert.equal((await sandbox.executeCommand("pwd", [], { cwd: "d" })).stdout, "/d\n");
  assert.equal((await sandbox.executeCommand("pwd", [], { cwd: "/none" })).exitCode, 1);
  const kept = await sandbox.executeCommand("printf 'aébc'", [], { maxRetainedBytes: 3 });
  assert.deepEqual([kept.stdout, kept.stdoutTruncated, kept.stdoutDroppedBytes], ["bc", true, 3]);
  assert.equal((await sandbox.executeCommand("echo a", [], { maxRetainedBytes: 0 })).stdout, "");
  const small = new IsolateSandbox(workspace, { shell: { limits: { resultBytes: 10 } } });
  const cut = await small.executeCommand("seq 100");
  assert.deepEqual([cut.stdout, cut.stdoutTruncated, cut.stdoutDroppedBytes], ["1\n2\n3\n4\n5\n", true, 282]);
});

test("what ends a command", async () => {
  const workspace = await Workspace.memory();
  const sandbox = new IsolateSandbox(workspace, { shell: { limits: { timeoutMs: 20_000 } } });
  const over = await sandbox.executeCommand("echo some; touch /a; while :; do :; done", [], { timeout: 300 });
  assert.deepEqual([over.exitCode, over.timedOut, over.killed, over.stdout], [124, true, true, "some\n"]);
  assert.match(over.stderr, /^isolate: .*300 ms.*nothing was kept\n$/);
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 200);
  const killed = await sandbox.executeCommand("touch /a; while :; do :; done", [], { abortSignal: abort.signal });
  assert.deepEqual([killed.exitCode, killed.timedOut, killed.killed], [130, false, true]);
  assert(!(await workspace.files.exists("/a")));
  await assert.rejects(sandbox.executeCommand("ls", [], { abortSignal: abort.signal }), SandboxAbortError);
  for (const timeout of [-1, NaN, Infinity]) {
    if (Number.isNaN(timeout)) continue;
    await assert.rejects(sandbox.executeCommand("ls", [], { timeout }), SandboxExecutionError);
  }
  await assert.rejects(sandbox.executeCommand("ls", ["a\0b"]), UsageError);
  await workspace.close();
  await assert.rejects(sandbox.executeCommand("ls"), { name: "SandboxExecutionError", message: /was closed/ });
  assert.throws(() => new IsolateSandbox(workspace, { shell: { allowed: [] } }), UsageError);
});
