// Workspaces, and the endings of runs.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { inspect, promisify } from "node:util";
import { Worker } from "node:worker_threads";

import { pathToFileURL } from "node:url";
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
  assert.match(await workspace.diff(run), /\+x/);
  assert.deepEqual((await workspace.undo(run)).deleted, ["/a"]);
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

test("names that are wrong are wrong requests", async () => {
  const workspace = await Workspace.memory();
  await workspace.createBranch("idea");
  await workspace.checkpoint("one");
  const unused = join(folder, "unused");
  for (const [use, code, words] of [
    [() => workspace.onBranch("none"), "ENOENT", /there is no branch "none"; there are: idea, main/],
    [() => workspace.createBranch("x", { from: "none" }), "ENOENT", /there is no branch/],
    [() => workspace.deleteBranch("none"), "ENOENT", /there is no branch/],
    [() => workspace.merge("none"), "ENOENT", /there is no branch/],
    [() => workspace.merge("idea", { into: "none" }), "ENOENT", /there is no branch/],
    [() => workspace.createBranch("idea"), "EEXIST", /there is a branch idea already/],
    [() => workspace.createBranch("a b"), "EINVAL", /is no name of a branch/],
    [() => workspace.deleteBranch("main"), "EINVAL", /cannot be deleted/],
    [() => workspace.restore("none"), "ENOENT", /there is no checkpoint none/],
    [() => workspace.checkpoint("one"), "EEXIST", /there is a checkpoint one already/],
    [() => workspace.checkpoint(""), "EINVAL", /is no name of a checkpoint/],
    [() => workspace.undo(99), "ENOENT", /no run 99 in the history/],
    [() => workspace.diff(99), "ENOENT", /no run 99 in the history/],
    [() => workspace.createBranch("x", { at: 99 }), "ENOENT", /no run 99 in the history/],
    [() => workspace.endPending(99), "ENOENT", /no run 99 in the history/],
    [() => workspace.exportTo(unused, { run: 99 }), "ENOENT", /no run 99 in the history/],
    [() => sandbox.run(workspace, "1", { branch: "none" }), "ENOENT", /there is no branch/],
    [() => sandbox.resume(workspace, 99), "ENOENT", /no run 99 in the history/],
  ]) {
    await assert.rejects(async () => use(), (error) => {
      assert.ok(error instanceof UsageError, `${use}: ${error}`);
      assert.equal(error.code, code, `${use}`);
      assert.match(error.message, words);
      return true;
    });
  }
  assert.equal(existsSync(unused), false);
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

test("wrong arguments are named", async () => {
  const workspace = await Workspace.memory();
  await workspace.files.writeFile("/a", "x");
  for (const [work, words] of [
    [() => sandbox.run("state.sqlite", "1"), /workspace is 'state.sqlite': it takes one of await Workspace.open/],
    [() => sandbox.run(workspace, 5), /the program is 5: it takes a string/],
    [() => new Workspace(), /await Workspace.open/],
    [() => new isolate.Sandbox(), /await Sandbox.create/],
    [() => workspace.files.readFile("/a", "latin1"), /"latin1": it takes "utf8"/],
    [() => workspace.files.rm("/a", { recursve: true }), /did you mean "recursive"/],
    [() => workspace.undo(1, { forced: true }), /did you mean "force"/],
    [() => workspace.merge("x", { marker: true }), /did you mean "markers"/],
    [() => workspace.undo(undefined), /run.runId is undefined where a run changed nothing/],
    [() => workspace.diff("1"), /run is '1': it takes a Run, an entry of workspace.history/],
    [() => workspace.answer(1, undefined, { approve: true }), /it takes one of run.waitingFor/],
    [() => workspace.files.writeFile("/a", { a: 1 }), /it takes a string or bytes/],
    [() => sandbox.resume(workspace, "1"), /it takes a Run/],
    [() => sandbox.run(workspace, "1", { functions: { shop: {} } }), /it takes new Functions\(\)/],
    [() => sandbox.run(workspace, "1", { signal: true }), /it takes an AbortSignal/],
    [() => sandbox.run(workspace, "1", { confirm: true }), /it takes a function of the effects/],
    [() => sandbox.run(workspace, "1", { now: new Date(NaN) }), /now is Invalid Date/],
    [() => isolate.Sandbox.create({ imageKey: "x".repeat(32) }), /imageKey is a string: it takes a Uint8Array/],
    [() => workspace.diff([]), /diff takes runs/],
    [() => workspace.undo({ run: "1" }), /run is { run: '1' }/],
    [() => workspace.history({ before: "1" }), /run is '1'/],
    [() => workspace.createBranch("a", { at: "1" }), /run is '1'/],
    [() => workspace.untilAnswered(1.5), /run is 1.5/],
    [() => sandbox.run(workspace, "1", { suspendAfterMs: Infinity }), /suspendAfterMs is Infinity/],
    [() => sandbox.run(workspace, "1", { limits: { timeoutMs: NaN } }), /timeoutMs is NaN/],
    [() => sandbox.run(Workspace.memory(), "1"), /workspace is Promise/],
    [() => sandbox.drain("1"), /withinMs is '1'/],
    [() => Workspace.open(5), /the path is 5: it takes a path/],
    [() => Workspace.open(new URL("https://example.com/a")), /it takes a path, or a URL with file:/],
    [() => isolate.Sandbox.create({ preludeCache: 5 }), /preludeCache is 5: it takes a path/],
  ]) {
    await assert.rejects(async () => work(), (error) => {
      assert(error instanceof UsageError, String(error));
      assert.match(error.message, words);
      return true;
    });
  }
  assert.equal(await workspace.files.readFile("/a", "utf8"), "x");
});

test("bytes are written as they are in memory", async () => {
  const { files } = await Workspace.memory();
  const numbers = new Uint16Array([258, 772]);
  await files.writeFile("/a", numbers);
  assert.deepEqual([...(await files.readFile("/a"))], [2, 1, 4, 3]);
  await files.writeFile("/a", numbers.buffer);
  await files.appendFile("/a", new DataView(numbers.buffer, 1, 2));
  assert.deepEqual([...(await files.readFile("/a"))], [2, 1, 4, 3, 1, 4]);
});

test("what confirm throws is thrown", async () => {
  const workspace = await Workspace.memory();
  for (const confirm of [
    () => {
      throw new RangeError("no answer");
    },
    () => Promise.reject(new RangeError("no answer")),
  ]) {
    const run = sandbox.run(workspace, "() => state.writeFile('/a', 'x')", { confirm });
    await assert.rejects(run, { name: "RangeError", message: "no answer" });
  }
  assert.deepEqual(await workspace.files.readdir(), []);
});

test("only a plain yes approves", async () => {
  const workspace = await Workspace.memory();
  const run = await sandbox.run(workspace, "async () => await state.approve('Pay?')");
  const [call] = run.waitingFor;
  for (const answer of [{ approve: false }, { approve: 1 }, { approved: true }, { approve: true, deny: "no" }, true, {}]) {
    await assert.rejects(workspace.answer(run.runId, call, answer), /it takes { approve: true }/);
  }
  assert.equal((await workspace.pending())[0].waitingFor.length, 1);
  await workspace.answer(run.runId, call, { approve: true });
  assert.equal((await sandbox.resume(workspace, run.runId)).result(), true);
});

test("a signal that is aborted already begins nothing", async () => {
  const workspace = await Workspace.memory();
  const signal = AbortSignal.abort();
  const code = "async () => { await state.writeFile('/a', 'x'); return 1 }";
  await assert.rejects(sandbox.run(workspace, code, { signal }), { name: "AbortError" });
  assert.throws(() => sandbox.start(workspace, code, { signal }), { name: "AbortError" });
  assert.deepEqual(await workspace.files.readdir(), []);
});

test("a run and an error show what is in them", async () => {
  const workspace = await Workspace.memory();
  assert.equal(inspect(await sandbox.run(workspace, "() => ({ n: 1 })")), "Run returned { n: 1 }");
  const run = await sandbox.run(workspace, "() => { throw new TypeError('no') }");
  assert.equal(inspect(run), "Run threw: TypeError: no");
  const writing = await sandbox.run(workspace, "() => state.writeFile('/a', '')");
  assert.equal(inspect(writing), `Run ${writing.runId} returned undefined`);
  const waiting = await sandbox.run(workspace, "async () => await state.approve('Pay?')");
  assert.match(inspect(waiting), new RegExp(`^Run ${waiting.runId} suspended: run ${waiting.runId} waits for`));
  assert.deepEqual(Object.keys(run.error).sort(), ["column", "errorName", "frame", "line", "name", "paths"]);
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

test("those that are started together do not wait for each other on the event loop", async () => {
  const workspace = await Workspace.memory();
  // Some tenths of a millisecond.
  const program = "() => { let sum = 0; for (let i = 0; i < 20000; i++) sum += i % 7; return sum; }";
  const runs = Array.from({ length: 8 }, () => sandbox.run(workspace, program));
  assert.ok(sandbox.stats().runs > 0, "all were computed before the first was awaited");
  const results = (await Promise.all(runs)).map((run) => run.result());
  assert.deepEqual(new Set(results).size, 1);
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

test("the event loop is free while a program computes, also one that is alone", async () => {
  const workspace = await Workspace.memory();
  let ticks = 0;
  const clock = setInterval(() => (ticks += 1), 5);
  const run = await sandbox.run(workspace, "() => { let sum = 0; for (let i = 0; i < 2e7; i++) sum += i; return sum; }");
  clearInterval(clock);
  assert.equal(run.result(), 199999990000000);
  // It takes more than 200 ms on a fast machine.
  assert.ok(ticks >= 10, `${ticks} ticks`);
});

test("runs keep their process, which ends after them", async () => {
  const code = `
    const { Sandbox, Workspace } = require(${JSON.stringify(PACKAGE)});
    (async () => {
      const sandbox = await Sandbox.create();
      const workspace = await Workspace.memory();
      await sandbox.run(workspace, "() => 1");
      const code = "async () => { await new Promise((done) => setTimeout(done, 200)); return 'ended'; }";
      const runs = await Promise.all([sandbox.run(workspace, code), sandbox.run(workspace, code)]);
      console.log(runs.map((run) => run.result()).join());
    })();
  `;
  const { stdout } = await run(process.execPath, ["-e", code], { timeout: 20000 });
  assert.equal(stdout, "ended,ended\n");
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

test("two copies of the package in one process", async (context) => {
  // Where the packages of platforms are found as well.
  const installed = await realpath(dirname(PACKAGE));
  const other = `${installed}-copy`;
  await cp(installed, other, { recursive: true });
  context.after(() => rm(other, { recursive: true }));
  const copy = createRequire(import.meta.url)(join(other, "index.js"));
  assert.notEqual(copy.Workspace, Workspace);
  const path = join(folder, "shared.sqlite");
  const ours = await Workspace.open(path);
  const theirs = await copy.Workspace.open(path);
  const theirSandbox = await copy.Sandbox.create({ runs: 2 });
  await sandbox.run(ours, "state.writeFile('/a', 'ours')");
  const read = await theirSandbox.run(theirs, "state.readFile('/a')");
  assert.equal(read.result(), "ours");
  // A workspace of one is none of the other, and no crash.
  await assert.rejects(sandbox.run(theirs, "1"), UsageError);
  await Promise.all([ours.close(), theirs.close()]);
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
  const begun = process.cpuUsage();
  while (process.cpuUsage(begun).user < 100_000) await pause(50);
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
  // A process may take its time until it listens to signals.
  let status;
  for (const ms of [500, 1_000, 2_000, 4_000]) {
    const child = spawn(process.execPath, [command, "--eval", "for (;;);"], { stdio: "ignore" });
    const exit = new Promise((resolve) => child.once("exit", resolve));
    await pause(ms);
    child.kill("SIGINT");
    status = await exit;
    if (status !== null) break;
  }
  assert.equal(status, 130);
});

test("a store is shared", async () => {
  const { Store, StorageError } = isolate;
  const at = (name) => pathToFileURL(join(folder, name)).href;
  const one = await Store.open(at("store"), { cache: join(folder, "one"), quotaBytes: 100_000 });
  const two = await Store.open(at("store"), { cache: join(folder, "two"), maxStalenessMs: 0, idleConnections: 4 });
  const [here, there] = [await one.workspace("ann"), await two.workspace("ann")];
  await here.files.writeFile("/a", "1");
  const code = "async () => { await state.appendFile('/a', '2'); return state.readFile('/a'); }";
  assert.equal((await sandbox.run(there, code)).result(), "12");
  assert.equal(await here.files.readFile("/a", "utf8"), "12");
  await assert.rejects(here.files.writeFile("/large", "x".repeat(200_000)), FileError);
  await here.close();
  await there.close();
  assert.deepEqual(await two.names(), ["ann"]);
  assert.equal(await two.find("ben"), null);
  assert.deepEqual([await one.remove("ann"), await two.remove("ann")], [true, false]);
  assert.deepEqual(await two.names(), []);
  const key = new Uint8Array(32);
  const secret = await Store.open(at("secret"), { cache: join(folder, "three"), key });
  await (await secret.workspace("ann")).files.writeFile("/a", "secret");
  const other = await Store.open(at("secret"), { cache: join(folder, "four"), key: key.fill(1) });
  await assert.rejects(other.workspace("ann"), (error) => {
    return error instanceof StorageError && /the key is another one/.test(error.message);
  });
});

test("what is wrong with a store is said", async () => {
  const { Store } = isolate;
  for (const [open, text] of [
    [() => Store.open("ftp://host/x"), /file:\/\/\/dir/],
    [() => Store.open(5), /the url is 5/],
    [() => Store.open("memory:", { key: new Uint8Array(5) }), /key takes 32 random bytes/],
    [() => Store.open("memory:", { key: "x" }), /the key takes a Uint8Array/],
    [() => Store.open("memory:", { colour: 1 }), /colour/],
    [() => Store.open("memory:", { settings: { region: 5 } }), /settings/],
    [async () => (await Store.open("memory:")).workspace("A b"), /a workspace cannot be called/],
  ]) {
    await assert.rejects(open, text);
  }
});
