// Commands: what the backend answers, and an agent whose model follows a script.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createDeepAgent, isSandboxBackend } from "deepagents";
import { UsageError, Workspace } from "isolate-run";
import { IsolateBackend, IsolateSandbox } from "isolate-run/deepagents";

import { Scripted } from "./model.mjs";

const answers = ({ messages }) => messages.filter((message) => message.getType() === "tool").map(({ text }) => text);

test("an agent runs commands on the files of its tools", async () => {
  const workspace = await Workspace.memory();
  const model = new Scripted(
    { write_file: { file_path: "/src/a.txt", content: "b\na\n" } },
    { execute: { command: "cd /src && sort a.txt > b.txt; pwd; missing" } },
    { read_file: { file_path: "/src/b.txt" } },
    { execute: { command: "pwd; echo (" } },
    "done",
  );
  const result = await createDeepAgent({ model, backend: new IsolateSandbox(workspace) }).invoke({
    messages: [{ role: "user", content: "go" }],
  });
  const [, sorted, read, wrong] = answers(result);
  assert.match(sorted, /^\/src\nbash: line 1: missing: command not found/);
  assert.match(sorted, /failed with exit code 127/);
  assert.match(read, /a\n.*b/s);
  assert.match(wrong, /syntax error.*exit code 2/s);
  // Without commands there is no such tool.
  assert(!isSandboxBackend(new IsolateBackend(workspace)));
});

test("what a command answers", async () => {
  const workspace = await Workspace.memory();
  const backend = new IsolateSandbox(workspace, { id: "mine", actor: "ann", shell: { env: { A: "1" } }, outputMax: 1000 });
  assert(isSandboxBackend(backend));
  assert.equal(backend.id, "mine");
  assert.notEqual(new IsolateSandbox(workspace).id, new IsolateSandbox(workspace).id);
  const ended = await backend.execute("echo 1; echo 2 >&2; echo 3; printf '\\377'; echo $A; touch /a; exit 7");
  assert.deepEqual(ended, { output: "1\n2\n3\n\ufffd1\n", exitCode: 7, truncated: false });
  const [{ label, actor }] = await workspace.history({ limit: 1 });
  assert.deepEqual([label, actor], ["exec", "ann"]);
  for (const [command, exitCode, told] of [
    ["missing x", 127, "not found"], ["cat", 0, ""], ["sleep 50", 0, ""], ["cat <<E\nline\nE", 0, "line\n"],
    ["# nothing", 0, ""], ["if true\nthen echo yes\nfi", 0, "yes\n"],
  ]) {
    const { output, exitCode: code } = await backend.execute(command);
    assert.equal(code, exitCode, command);
    assert(output.includes(told), output);
  }
  const big = await backend.execute("seq 100000; echo end");
  assert(big.truncated && big.output.length <= 1000 && big.output.startsWith("1\n2\n") && big.output.endsWith("end\n"));
  const small = new IsolateSandbox(workspace, { shell: { limits: { resultBytes: 101 } } });
  const cut = await small.execute("printf 'é%.0s' {1..900}");
  assert.deepEqual(cut, {
    output: `${"é".repeat(50)}\nisolate: 1699 bytes of output were left out: write less\n`, exitCode: 0, truncated: true,
  });
  for (const command of ["", " ", "a\0b"]) {
    assert.equal((await backend.execute(command)).exitCode, null);
  }
});

test("limits, rules and sessions", async () => {
  const workspace = await Workspace.memory();
  const limited = new IsolateSandbox(workspace, { shell: { limits: { timeoutMs: 500 } } });
  const over = await limited.execute("echo some; touch /a; while :; do :; done");
  assert.equal(over.exitCode, 124);
  assert.match(over.output, /^some\nisolate: .*time limit of 500 ms.*; nothing was kept\n$/);
  assert(!(await workspace.files.exists("/a")));
  const rules = new IsolateSandbox(workspace, { shell: { allowedCommands: ["ls"] } });
  assert.equal((await rules.execute("touch /a")).exitCode, 126);
  const session = new IsolateSandbox(workspace, { shell: { session: "build" } });
  await session.execute("mkdir /src; cd /src; x=5");
  assert.equal((await session.execute("echo $PWD $x")).output, "/src 5\n");
  const both = await Promise.all([1, 2, 3, 4].map((number) => limited.execute(`echo ${number} >> /all; wc -l < /all`)));
  assert.deepEqual(both.map(({ output }) => output).sort(), ["1\n", "2\n", "3\n", "4\n"]);
  await workspace.close();
  const closed = await limited.execute("ls");
  assert.equal(closed.exitCode, null);
  assert.match(closed.output, /was closed/);
  assert.throws(() => new IsolateSandbox(workspace, { shell: { allowed: [] } }), UsageError);
  assert.throws(() => new IsolateSandbox(workspace, { outputMax: 1 }), UsageError);
});
