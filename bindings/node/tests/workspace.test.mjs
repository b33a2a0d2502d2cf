// Workspaces, and the endings of runs.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";

import { FileError, isolate, sandbox, UsageError, Workspace } from "./shared.mjs";

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "isolate-"));
});
after(() => rm(folder, { recursive: true }));

test("files", async () => {
  const { files } = await Workspace.memory();
  await files.writeFile("/a/b.txt", "one");
  await files.appendFile("/a/b.txt", "é");
  assert.equal(await files.readFile("/a/b.txt", "utf8"), "oneé");
  assert.deepEqual(await files.readdir("/a"), [{ name: "b.txt", kind: "file" }]);
  const stat = await files.stat("/a/b.txt");
  assert.deepEqual([stat.kind, stat.size], ["file", 5]);
  await files.cp("/a", "/c", { recursive: true });
  await files.rename("/a/b.txt", "/a/d.txt");
  await files.rm("/a", { recursive: true });
  assert.deepEqual((await files.readdir()).map(({ name }) => name), ["c"]);
  assert.equal(await files.exists("/a"), false);
  await assert.rejects(files.readFile("/none"), (error) => {
    assert(error instanceof FileError);
    assert.deepEqual([error.code, error.path], ["ENOENT", "/none"]);
    return true;
  });
});

test("history, undo, checkpoints and branches", async () => {
  const workspace = await Workspace.memory();
  const run = await sandbox.run(workspace, "() => state.writeFile('/a', 'x\\n')", {
    label: "first",
    actor: "ann",
    diffBytes: 1000,
  });
  assert.match(run.diff, /\+x/);
  const [entry] = await workspace.history();
  assert.deepEqual([entry.run, entry.label, entry.actor], [run.runId, "first", "ann"]);
  assert.match(await workspace.diff(run.runId), /\+x/);
  assert.deepEqual((await workspace.undo(run.runId)).deleted, ["/a"]);
  await workspace.checkpoint("empty");
  const idea = await workspace.createBranch("idea");
  (await sandbox.run(idea, "() => state.writeFile('/b', 'x')")).result();
  assert.deepEqual(await workspace.files.readdir(), []);
  const merge = await workspace.merge("idea");
  assert.deepEqual([merge.isDone, merge.effects.created], [true, ["/b"]]);
  assert.deepEqual((await workspace.restore("empty")).deleted, ["/b"]);
  assert.deepEqual(await workspace.checkpoints(), ["empty"]);
  await assert.rejects(workspace.undo(99), UsageError);
});

test("a file outlives the workspace", async () => {
  const path = join(folder, "state.sqlite");
  const workspace = await Workspace.open(path);
  (await sandbox.run(workspace, "() => state.writeFile('/a', 'x')")).result();
  await workspace.close();
  await assert.rejects(workspace.history(), /was closed/);
  const again = await Workspace.open(path, { readOnly: true });
  assert.equal(await again.files.readFile("/a", "utf8"), "x");
  await again[Symbol.asyncDispose]();
  await writeFile(join(folder, "text"), "no workspace ".repeat(100));
  await assert.rejects(Workspace.open(join(folder, "text")), { name: "StorageError", code: "EFOREIGN" });
});

test("commit and confirm", async () => {
  const workspace = await Workspace.memory();
  const write = "async () => { await state.writeFile('/a', 'x'); throw new Error('no') }";
  assert.equal((await sandbox.run(workspace, write, { commit: "atomic" })).isCommitted, false);
  const dry = await sandbox.run(workspace, write, { commit: "dryRun" });
  assert.deepEqual(dry.effects.created, ["/a"]);
  const seen = [];
  const confirm = (effects, diff) => {
    seen.push([effects.created, diff]);
    return false;
  };
  const code = "() => state.writeFile('/a', 'x\\n')";
  const refused = await sandbox.run(workspace, code, { confirm, diffBytes: 1000 });
  assert.equal(refused.isCommitted, false);
  assert.deepEqual(seen[0][0], ["/a"]);
  assert.match(seen[0][1], /\+x/);
  assert((await sandbox.run(workspace, code, { confirm: async () => true })).isCommitted);
});

test("wrong options are named", async () => {
  const workspace = await Workspace.memory();
  for (const [options, words] of [
    [{ fuell: 1 }, /unknown option "fuell"/],
    [{ read_only: true }, /did you mean "readOnly"/],
    [{ commit: "never" }, /commit: /],
    [{ seed: "x" }, /seed: /],
    [{ limits: { fuel: -1 } }, /fuel: /],
    [{ limits: { fule: 1 } }, /fule: there is no such limit/],
    [{ waitMaxMs: -1 }, /waitMaxMs: /],
    [{ principal: "ann" }, /principal: /],
    [[1], /an object with/],
  ]) {
    await assert.rejects(sandbox.run(workspace, "1", options), (error) => {
      assert(error instanceof UsageError, String(error));
      assert.match(error.message, words);
      return true;
    });
  }
  await assert.rejects(isolate.Sandbox.create({ imageKey: new Uint8Array(3) }), /32 random bytes/);
});

test("events", async () => {
  const workspace = await Workspace.memory();
  const handle = sandbox.start(workspace, "() => { console.log('a'); console.warn('b') }");
  const events = [];
  for await (const event of handle.events()) events.push([event.type, event.text]);
  assert.deepEqual(events, [["begun", undefined], ["log", "a"], ["log", "b"]]);
  assert.deepEqual((await handle).logs.map(({ level }) => level), ["log", "warn"]);
});

test("many at once", async () => {
  const workspace = await Workspace.memory();
  const runs = Array.from({ length: 100 }, (_, n) => sandbox.run(workspace, "(n) => n", { input: n }));
  const results = (await Promise.all(runs)).map((run) => run.result());
  assert.deepEqual(results, Array.from({ length: 100 }, (_, n) => n));
});

const run = promisify(execFile);
const PACKAGE = new URL("../dist/index.js", import.meta.url).pathname;

test("the process ends in the middle of a run", async () => {
  const path = join(folder, "ended.sqlite");
  const code = `
    const { Sandbox, Workspace } = require(${JSON.stringify(PACKAGE)});
    (async () => {
      const [sandbox, workspace] = [await Sandbox.create(), await Workspace.open(${JSON.stringify(path)})];
      const handle = sandbox.start(workspace, "async () => { await state.writeFile('/kept', 'x'); console.log('written'); for (;;); }");
      for await (const event of handle.events()) if (event.type === "log") process.exit(3);
    })();
  `;
  await assert.rejects(run(process.execPath, ["-e", code]), (error) => {
    assert.equal(error.code, 3, error.stderr);
    assert.equal(error.stderr, "");
    return true;
  });
  const workspace = await Workspace.open(path);
  assert.equal(await workspace.files.readFile("/kept", "utf8"), "x");
});

test("a process ends by itself when its runs have ended", async () => {
  const code = `
    const { Functions, Sandbox, Workspace } = require(${JSON.stringify(PACKAGE)});
    (async () => {
      const functions = new Functions().add("a", "b", () => 1);
      const run = await (await Sandbox.create()).run(await Workspace.memory(), "async () => await a.b()", { functions });
      console.log(run.result());
    })();
  `;
  const { stdout } = await run(process.execPath, ["-e", code], { timeout: 20000 });
  assert.equal(stdout, "1\n");
});

test("worker threads", async () => {
  const code = `
    const { parentPort } = require("node:worker_threads");
    const { Functions, Sandbox, Workspace } = require(${JSON.stringify(PACKAGE)});
    (async () => {
      const functions = new Functions().add("a", "b", () => { parentPort.postMessage("called"); return new Promise(() => {}) });
      const sandbox = await Sandbox.create();
      await sandbox.run(await Workspace.memory(), "async () => await a.b()", { functions });
    })();
  `;
  for (let round = 0; round < 5; round += 1) {
    const worker = new Worker(code, { eval: true });
    await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
    await worker.terminate();
  }
  const workspace = await Workspace.memory();
  assert.equal((await sandbox.run(workspace, "1")).result(), 1);
});

test("a run ends with its worker", async () => {
  const code = `
    const { parentPort } = require("node:worker_threads");
    const { Sandbox, Workspace } = require(${JSON.stringify(PACKAGE)});
    (async () => {
      const sandbox = await Sandbox.create();
      const limits = { timeoutMs: 60_000, fuel: 1e15 };
      sandbox.run(await Workspace.memory(), "() => { for (;;); }", { limits });
      parentPort.postMessage("begun");
    })();
  `;
  const worker = new Worker(code, { eval: true });
  await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  await pause(100);
  const before = process.cpuUsage();
  await pause(500);
  assert.ok(process.cpuUsage(before).user > 100_000, "it runs");
  await worker.terminate();
  await pause(200);
  const after = process.cpuUsage();
  await pause(500);
  assert.ok(process.cpuUsage(after).user < 100_000, "it has ended");
});

test("the command", async () => {
  const command = new URL("../dist/command.js", import.meta.url).pathname;
  const { stdout } = await run(process.execPath, [command, "--eval", "() => 6 * 7"]);
  assert.equal(stdout, "42\n");
  const child = spawn(process.execPath, [command, "--eval", "for (;;);"], { stdio: "ignore" });
  await pause(800);
  child.kill("SIGINT");
  assert.equal(await new Promise((resolve) => child.once("exit", resolve)), 130);
});
