// Commands of a shell.
import assert from "node:assert/strict";
import { test } from "node:test";

import { isolate, sandbox, UsageError, Workspace } from "./shared.mjs";

const { ShellRun, Toolbox } = isolate;

test("a command has outputs, a code and changes", async () => {
  const workspace = await Workspace.memory();
  const command = "cat; echo $A >&2; printf '\\xff'; mkdir /d && cd /d && echo x > f; exit 3";
  const run = await sandbox.shell(workspace, command, { stdin: "in\n", env: { A: "1 2" }, cwd: "/", label: "x" });
  assert.ok(run instanceof ShellRun);
  assert.deepEqual([run.exitCode, [...run.stdout]], [3, [105, 110, 10, 255]]);
  assert.deepEqual([run.stdoutText, run.stderrText], ["in\n\ufffd", "1 2\n"]);
  assert.equal(Buffer.from(run.stderr).toString(), "1 2\n");
  assert.deepEqual([run.isCommitted, run.limit, run.message, run.diff], [true, undefined, undefined, undefined]);
  assert.deepEqual(run.effects.created, ["/d", "/d/f"]);
  assert.ok(run.runId > 0 && run.usage.fuel > 0);
  assert.deepEqual([run.stdoutOmitted, run.stderrOmitted], [0, 0]);
  assert.equal(await workspace.files.readFile("/d/f", "utf8"), "x\n");
});

test("programs and commands run each other", async () => {
  const workspace = await Workspace.memory();
  const code = "(await state.exec('seq 3 | tail -1; ls')).stdout";
  assert.equal((await sandbox.run(workspace, code, { exec: true })).value, "3\n");
  const listed = await sandbox.run(workspace, code.replace("stdout", "stderr"), { exec: ["seq", "tail"] });
  assert.match(listed.value, /ls: not allowed/);
  assert.equal((await sandbox.run(workspace, "'exec' in state")).value, false);
  const called = { code: "async () => (await state.exec('seq 2 | tail -1; ls')).exitCode" };
  for (const [programCommands, exitCode] of [[true, 0], [["seq", "tail"], 126]]) {
    const tools = new Toolbox(workspace, { sandbox, programCommands });
    assert.equal((await tools.call("run", called)).data.result, exitCode);
  }
  assert.equal((await sandbox.shell(workspace, "js -p '6 * 7'")).stdoutText, "42\n");
  // A byte order mark is text like any other, as in Python.
  const marked = await sandbox.shell(workspace, String.raw`printf '\357\273\277a'`);
  assert.equal(marked.stdoutText, "\ufeffa");
});

test("changes may not be kept", async () => {
  const workspace = await Workspace.memory();
  const run = (command, options) => sandbox.shell(workspace, command, options);
  const dry = await run("echo x > /f", { commit: "dryRun", diffBytes: 1000 });
  assert.deepEqual([dry.exitCode, dry.isCommitted, dry.effects.created], [0, false, ["/f"]]);
  assert.ok(dry.diff.endsWith("+x\n"));
  const failed = await run("echo x > /f; false", { keepOnSuccess: true });
  assert.deepEqual([failed.exitCode, failed.isCommitted], [1, false]);
  const refused = await run("echo x > /f", { confirm: () => false });
  assert.equal(refused.isCommitted, false);
  const limited = await run("echo x > /f; while :; do :; done", { limits: { fuel: 20_000_000 } });
  assert.deepEqual([limited.exitCode, limited.limit, limited.isCommitted], [152, "fuel", false]);
  assert.ok(limited.message.length > 0);
  const signal = AbortSignal.timeout(200);
  const cancelled = await run("echo x > /f; while :; do :; done", { signal });
  assert.deepEqual([cancelled.exitCode, cancelled.isCommitted], [130, false]);
  assert.equal(await workspace.files.exists("/f"), false);
});

test("a session goes on", async () => {
  const workspace = await Workspace.memory();
  await sandbox.shell(workspace, "mkdir /s; cd /s; f() { echo $1 $PWD; }", { session: "s" });
  assert.equal((await sandbox.shell(workspace, "f a", { session: "s" })).stdoutText, "a /s\n");
  await assert.rejects(sandbox.shell(workspace, "ls", { session: "a b" }), UsageError);
});

test("only allowed commands are run", async () => {
  const workspace = await Workspace.memory();
  const options = { allowedCommands: ["ls", "sed -n"] };
  const run = await sandbox.shell(workspace, "bash -c 'rm /f'", options);
  assert.equal(run.exitCode, 126);
  assert.match(run.stderrText, /^bash: rm: not allowed here/);
});

test("arguments are checked", async () => {
  const workspace = await Workspace.memory();
  const refused = (command, options, text) =>
    assert.rejects(sandbox.shell(workspace, command, options), (error) => {
      assert.ok(error instanceof UsageError, error);
      assert.match(error.message, text);
      return true;
    });
  await refused("ls", { functions: undefined }, /unknown option "functions"/);
  await refused("ls", { stdin: 1 }, /stdin is 1/);
  await refused(1, {}, /the command/);
  await refused("ls", { cwd: "src" }, /absolute/);
  await refused("ls", { allowedCommands: "ls" }, /allowedCommands/);
});
