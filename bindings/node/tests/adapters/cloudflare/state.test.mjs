// The state backend, side by side with that of the shell, and under what uses it.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { createMemoryStateBackend } from "@cloudflare/shell";
import { UsageError, Workspace } from "isolate-run";
import { IsolateExecutor, stateBackend } from "isolate-run/cloudflare";
import "isolate-run/cloudflare-workers-stub";

const { callStateMethod, STATE_METHODS, stateConnector, stateToolsFromBackend } = await import("@cloudflare/shell/workers");
const { resolveProvider } = await import("@cloudflare/codemode");

const EDITS = [
  { kind: "write", path: "/p.txt", content: "p\n" },
  { kind: "replace", path: "/d/a.txt", search: "one", replacement: "1" },
  { kind: "writeJson", path: "/p.json", value: { a: 1 } },
];

/** Calls in order, after each of which both have the same files; `undefined` stands for what differs. */
const CALLS = [
  ["mkdir", "/d"],
  ["mkdir", "/x/y/z", { recursive: true }],
  ["writeFile", "/d/a.txt", "one\ntwo\nthree\n"],
  ["writeFile", "/new/deep/a.txt", "x\n"],
  ["readFile", "/d/a.txt"],
  ["readFileBytes", "/d/a.txt"],
  ["writeFileBytes", "/d/b.bin", new Uint8Array([0, 1, 255])],
  ["appendFile", "/d/a.txt", "four\n"],
  ["appendFile", "/d/new.txt", "n"],
  ["appendFile", "/d/new.txt", new Uint8Array([10])],
  ["writeJson", "/d/j.json", { a: { b: [1, { c: 2 }] } }],
  ["writeJson", "/d/j4.json", { a: 1 }, { spaces: 4 }],
  ["readFile", "/d/j4.json"],
  ["readJson", "/d/j.json"],
  ["queryJson", "/d/j.json", ".a.b[1].c"],
  ["exists", "/d/a.txt"],
  ["exists", "/no"],
  ["stat", "/d/a.txt"],
  ["stat", "/d"],
  ["stat", "/no"],
  ["lstat", "/no"],
  ["symlink", "/d/a.txt", "/link"],
  ["symlink", "/nowhere", "/broken"],
  ["lstat", "/link"],
  ["stat", "/link"],
  ["stat", "/broken"],
  ["readlink", "/link"],
  ["realpath", "/link"],
  ["resolvePath", "/d", "../x"],
  ["readdir", "/"],
  ["readdirWithFileTypes", "/"],
  ["find", "/d", { name: "*.txt" }],
  ["find", "/", { type: ["symlink"], maxDepth: 2 }],
  ["find", "/", { mtimeAfter: new Date(0), sizeMin: 4 }],
  ["walkTree", "/"],
  ["walkTree", "/", { maxDepth: 1 }],
  ["summarizeTree", "/"],
  ["searchText", "/d/a.txt", "o"],
  ["searchText", "/d/a.txt", "^t", { regex: true, contextBefore: 1, contextAfter: 1, maxMatches: 1 }],
  ["searchFiles", "/d/*.txt", "TWO", { caseSensitive: false }],
  ["replaceInFile", "/d/a.txt", "two", "TWO"],
  ["cp", "/d/a.txt", "/d/c.txt"],
  ["cp", "/d", "/e", { recursive: true }],
  ["mv", "/d/c.txt", "/d/m.txt"],
  ["mv", "/e", "/f", { recursive: true }],
  ["glob", "/d/*.txt"],
  ["glob", "/**/*.json"],
  ["diff", "/d/a.txt", "/d/m.txt"],
  ["createArchive", "/a.tar", ["/d"]],
  ["listArchive", "/a.tar"],
  ["extractArchive", "/a.tar", "/out"],
  ["compressFile", "/d/a.txt", "/z.gz"],
  ["decompressFile", "/z.gz", "/z.txt"],
  ["readFile", "/z.txt"],
  ["hashFile", "/d/a.txt"],
  ["hashFile", "/d/a.txt", { algorithm: "md5" }],
  ["detectFile", "/d/j.json"],
  ["copyTree", "/d", "/g"],
  ["moveTree", "/g", "/h"],
  ["removeTree", "/h"],
  ["rm", "/no", { force: true }],
  ["rm", "/f", { recursive: true }],
  ["rm", "/d/m.txt"],
];

/** Times differ, and so do the times that an archive has. */
const timeless = (value) =>
  JSON.parse(JSON.stringify(value instanceof Uint8Array ? [...value] : (value ?? null), (key, member) => (key === "mtime" ? "a time" : member)));

test("both backends answer alike", async () => {
  const [ours, theirs] = [stateBackend(await Workspace.memory()), createMemoryStateBackend()];
  const called = new Set();
  for (const [method, ...args] of CALLS) {
    called.add(method);
    const [mine, other] = [await ours[method](...args), await theirs[method](...args)];
    assert.deepEqual(timeless(mine), timeless(other), `${method} ${JSON.stringify(args)}`);
    assert.deepEqual(timeless(await ours.walkTree("/")), timeless(await theirs.walkTree("/")), `after ${method}`);
  }
  const stat = await ours.stat("/d/a.txt");
  assert(stat.mtime instanceof Date && Math.abs(stat.mtime - Date.now()) < 60000);
  assert((await ours.readFileBytes("/d/a.txt")) instanceof Uint8Array);

  const diffless = (value) => JSON.parse(JSON.stringify(value, (key, member) => (key === "diff" || key === "base" ? undefined : member)));
  for (const [method, ...args] of [
    ["getCapabilities"],
    ["updateJson", "/d/j.json", [{ op: "set", path: "a.x", value: 1 }, { op: "delete", path: "a.b" }]],
    ["replaceInFiles", "/d/*.txt", "o", "0", { dryRun: true }],
    ["replaceInFiles", "/d/*.txt", "four", "4"],
    ["planEdits", EDITS],
    ["applyEdits", [{ path: "/p.txt", content: "q\n" }, { path: "/d/a.txt", content: "all\n" }]],
    ["applyEdits", [{ path: "/p.txt", content: "r\n" }], { dryRun: true }],
    ["diffContent", "/p.txt", "q\nmore\n"],
  ]) {
    called.add(method);
    const [mine, other] = [await ours[method](...args), await theirs[method](...args)];
    if (method === "getCapabilities") assert.deepEqual(Object.keys(mine), Object.keys(other));
    else if (method === "diffContent") assert.match(mine, /^--- \/p\.txt\n\+\+\+ \/p\.txt\n@@ -1,1 \+1,2 @@\n q\n\+more\n$/);
    else assert.deepEqual(diffless(mine), diffless(other), method);
  }
  const plans = await Promise.all([ours.planEdits(EDITS.slice(0, 1)), theirs.planEdits(EDITS.slice(0, 1))]);
  const applied = [await ours.applyEditPlan(plans[0]), await theirs.applyEditPlan(plans[1])];
  called.add("applyEditPlan");
  assert.deepEqual(diffless(applied[0]), diffless(applied[1]));
  assert.deepEqual([...called].sort(), Object.keys(STATE_METHODS).sort(), "every method was called");
  assert.equal(called.size, 45 + 1, "the methods of `state`, and getCapabilities");
});

test("errors are plain, with the messages of Node", async () => {
  const backend = stateBackend(await Workspace.memory());
  await backend.writeFile("/d/a.txt", "x");
  for (const [message, method, ...args] of [
    ["ENOENT: no such file or directory, open '/no'", "readFile", "/no"],
    ["ENOENT: no such file or directory, open '/no'", "readJson", "/no"],
    ["ENOENT: no such file or directory, open '/no'", "hashFile", "/no"],
    ["ENOENT: no such file or directory, scandir '/no'", "readdir", "/no"],
    ["ENOENT: no such file or directory, mkdir '/x/y'", "mkdir", "/x/y"],
    ["ENOENT: no such file or directory, realpath '/no'", "realpath", "/no"],
    ["ENOENT: no such file or directory, cp '/no'", "cp", "/no", "/e"],
    ["ENOENT: no such file or directory, rm '/no'", "rm", "/no"],
    ["ENOTDIR: not a directory, scandir '/d/a.txt'", "readdir", "/d/a.txt"],
    ["ENOTEMPTY: directory not empty, rm '/d'", "rm", "/d"],
    ["EISDIR: illegal operation on a directory, read '/d'", "readFile", "/d"],
    ["EISDIR: illegal operation on a directory, write '/d'", "appendFile", "/d", "x"],
    ["EEXIST: file already exists, symlink '/d'", "symlink", "/x", "/d"],
    ["EINVAL: invalid argument, readlink '/d/a.txt'", "readlink", "/d/a.txt"],
  ]) {
    await assert.rejects(backend[method](...args), (error) => {
      assert.equal(error.message, message);
      assert.deepEqual([error.constructor, error.code], [Error, undefined]);
      return true;
    });
  }
  const plan = await backend.planEdits([{ kind: "write", path: "/d/a.txt", content: "y" }]);
  await backend.appendFile("/d/a.txt", "meanwhile");
  await assert.rejects(backend.applyEditPlan(plan), /^Error: ESTALE: .*\/d\/a\.txt/);
  await assert.rejects(backend.readJson("/d/a.txt"), /Invalid JSON in \/d\/a\.txt/);
  await assert.rejects(backend.readFile(5), /"path" must be a string, but is the number 5/);
  assert.throws(() => stateBackend(null, { sandbx: 1 }), (error) => error instanceof UsageError && /did you mean "sandbox"/.test(error.message));
});

test("consumers of the shell run unchanged, on files that persist", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "isolate-"));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, "state.sqlite");
  const workspace = await Workspace.open(path);
  const backend = stateBackend(workspace, { actor: "shell" });
  await callStateMethod(backend, "writeFile", { path: "/a.txt", content: "one\n" });
  assert.equal(await callStateMethod(backend, "readFile", { path: "/a.txt" }), "one\n");
  await assert.rejects(callStateMethod(backend, "readFile", {}), /path/);

  const provider = resolveProvider(stateToolsFromBackend(backend));
  const code = `async () => {
    await state.appendFile("/a.txt", "two\\n");
    await state.replaceInFile("/a.txt", "one", "1");
    const missing = await state.readFile("/no").catch((error) => error.message);
    return [await state.readFile("/a.txt"), await state.stat("/no"), missing, (await state.stat("/a.txt")).mtime];
  }`;
  const { result, error } = await new IsolateExecutor().execute(code, [provider]);
  assert.equal(error, undefined);
  assert.deepEqual(result.slice(0, 3), ["1\ntwo\n", null, "ENOENT: no such file or directory, open '/no'"]);

  const history = await workspace.history();
  assert.deepEqual(history.map(({ label, actor }) => [label, actor]), [
    ["state.replaceInFile", "shell"],
    ["state.appendFile", "shell"],
    ["state.writeFile", "shell"],
  ]);
  await workspace.undo(history[0].run);
  await workspace.close();
  const again = await Workspace.open(path);
  assert.equal(await stateBackend(again).readFile("/a.txt"), "one\ntwo\n");
});

test("the connector of the shell, with arguments by name", async () => {
  const workspace = await Workspace.memory();
  const connector = stateConnector({}, stateBackend(workspace));
  const { name, descriptors } = await connector.describe();
  assert.equal(Object.keys(descriptors).length, 46);
  // As the runtime of Code Mode binds a connector.
  const binding = { callTool: (method, args) => connector.executeTool(method, args, {}) };
  const code = `async () => {
    await state.writeFile({ path: "/a.txt", content: "one\\n" });
    const plan = await state.planEdits({ instructions: [{ kind: "replace", path: "/a.txt", search: "one", replacement: "1" }] });
    await state.applyEditPlan({ plan });
    return [await state.readFile({ path: "/a.txt" }), await state.glob({ pattern: "/*.txt" }), await state.readFileBytes({ path: "/a.txt" })];
  }`;
  const { result, error } = await new IsolateExecutor().execute(code, [], { connectors: [{ name, binding }] });
  assert.equal(error, undefined);
  assert.deepEqual(result, ["1\n", ["/a.txt"], new Uint8Array([49, 10])]);
});
