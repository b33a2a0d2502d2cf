// The rules of Mastra's interface of filesystems, and its own tools over one.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import {
  createWorkspaceTools,
  DirectoryNotEmptyError,
  DirectoryNotFoundError,
  FileExistsError,
  FileNotFoundError,
  IsDirectoryError,
  LocalFilesystem,
  NotDirectoryError,
  PermissionError,
  StaleFileError,
  UnsupportedGrepPatternError,
  Workspace as MastraWorkspace,
  WorkspaceReadOnlyError,
} from "@mastra/core/workspace";
import { Sandbox, Workspace } from "isolate-run";
import { IsolateFilesystem } from "isolate-run/mastra";

const folder = await mkdtemp(join(tmpdir(), "mastra-"));
test.after(() => rm(folder, { recursive: true }));

let locals = 0;
const filesystems = {
  isolate: async () => new IsolateFilesystem(await Workspace.memory()),
  // The same rules hold for Mastra's own, so that they are its rules and not those of these tests.
  local: async () => {
    const filesystem = new LocalFilesystem({ basePath: join(folder, String((locals += 1))) });
    await filesystem.init();
    return filesystem;
  },
};

/** Rules with relative paths, which both filesystems take. */
const rules = {
  "files are written, read and appended to": async (fs) => {
    await fs.writeFile("a/b/c.txt", "héllo");
    assert.equal(await fs.readFile("a/b/c.txt", { encoding: "utf-8" }), "héllo");
    await fs.appendFile("a/b/c.txt", "!");
    await fs.appendFile("new/file.txt", Buffer.from("made"));
    assert.equal(await fs.readFile("new/file.txt", { encoding: "utf-8" }), "made");
    const bytes = await fs.readFile("a/b/c.txt");
    assert(Buffer.isBuffer(bytes));
    assert.equal(bytes.toString(), "héllo!");
    await fs.writeFile("bytes", new Uint8Array([0, 255]));
    assert.deepEqual([...(await fs.readFile("bytes"))], [0, 255]);
    assert.equal(await fs.readFile("bytes", { encoding: "base64" }), "AP8=");
    await fs.writeFile("empty", "");
    assert.equal((await fs.readFile("empty")).length, 0);
  },
  "what cannot be read": async (fs) => {
    await fs.mkdir("d");
    await assert.rejects(fs.readFile("none"), FileNotFoundError);
    await assert.rejects(fs.readFile("d"), IsDirectoryError);
    await assert.rejects(fs.stat("none"), FileNotFoundError);
    assert.deepEqual([await fs.exists("none"), await fs.exists("d")], [false, true]);
  },
  "a file is not overwritten, and its directory not made": async (fs) => {
    await fs.writeFile("a", "1");
    await assert.rejects(fs.writeFile("a", "2", { overwrite: false }), FileExistsError);
    await fs.writeFile("a", "3", { overwrite: true });
    await assert.rejects(fs.writeFile("x/y", "", { recursive: false }), DirectoryNotFoundError);
    await fs.writeFile("top", "", { recursive: false });
    assert.equal(await fs.readFile("a", { encoding: "utf-8" }), "3");
  },
  "a stale file is not written": async (fs) => {
    await fs.writeFile("a", "1");
    const { modifiedAt } = await fs.stat("a");
    await fs.writeFile("a", "2", { expectedMtime: modifiedAt });
    const old = new Date(modifiedAt.getTime() - 1000);
    await assert.rejects(fs.writeFile("a", "3", { expectedMtime: old }), (error) => {
      assert(error instanceof StaleFileError);
      assert.deepEqual([error.path, error.code, error.expectedMtime], ["a", "ESTALE", old]);
      assert(error.actualMtime instanceof Date && error.actualMtime >= modifiedAt);
      return true;
    });
    assert.equal(await fs.readFile("a", { encoding: "utf-8" }), "2");
    await fs.writeFile("new", "1", { expectedMtime: old });
  },
  "files are deleted": async (fs) => {
    await fs.writeFile("a", "");
    await fs.deleteFile("a");
    assert.equal(await fs.exists("a"), false);
    await assert.rejects(fs.deleteFile("a"), FileNotFoundError);
    await fs.deleteFile("a", { force: true });
    await fs.mkdir("d");
    await assert.rejects(fs.deleteFile("d"), IsDirectoryError);
  },
  "files are copied and moved": async (fs) => {
    await fs.writeFile("a", "1");
    await fs.copyFile("a", "x/b");
    await assert.rejects(fs.copyFile("a", "x/b", { overwrite: false }), FileExistsError);
    await assert.rejects(fs.copyFile("none", "b"), FileNotFoundError);
    await assert.rejects(fs.copyFile("x", "y"), IsDirectoryError);
    await fs.copyFile("x", "y", { recursive: true });
    assert.equal(await fs.readFile("y/b", { encoding: "utf-8" }), "1");
    await fs.moveFile("a", "z/c");
    assert.equal(await fs.exists("a"), false);
    await fs.writeFile("d", "2");
    await assert.rejects(fs.moveFile("d", "z/c", { overwrite: false }), FileExistsError);
    await fs.moveFile("d", "z/c");
    assert.equal(await fs.readFile("z/c", { encoding: "utf-8" }), "2");
    await assert.rejects(fs.moveFile("none", "b"), FileNotFoundError);
    await fs.moveFile("z", "moved/z");
    assert.equal(await fs.exists("moved/z/c"), true);
  },
  "directories are made and removed": async (fs) => {
    await fs.mkdir("a/b");
    await fs.mkdir("a/b");
    await fs.writeFile("file", "");
    await assert.rejects(fs.mkdir("file", { recursive: false }), FileExistsError);
    await assert.rejects(fs.mkdir("x/y", { recursive: false }), DirectoryNotFoundError);
    await assert.rejects(fs.rmdir("a"), DirectoryNotEmptyError);
    await assert.rejects(fs.rmdir("file"), NotDirectoryError);
    await assert.rejects(fs.rmdir("none"), DirectoryNotFoundError);
    await fs.rmdir("none", { force: true });
    await fs.rmdir("a/b");
    await fs.rmdir("a", { recursive: true });
    assert.equal(await fs.exists("a"), false);
  },
  "directories are listed": async (fs) => {
    await fs.writeFile("src/a.ts", "12345");
    await fs.writeFile("src/b.js", "");
    await fs.writeFile("src/deep/er/c.ts", "");
    const names = async (...args) => (await fs.readdir(...args)).map(({ name }) => name).sort();
    const [first] = await fs.readdir("src");
    assert.deepEqual([first.name, first.type, first.size], ["a.ts", "file", 5]);
    assert.deepEqual(await names("src"), ["a.ts", "b.js", "deep"]);
    assert.deepEqual(await names("src", { extension: ".ts" }), ["a.ts", "deep"]);
    assert.deepEqual(await names("src", { extension: ["js"] }), ["b.js", "deep"]);
    assert.deepEqual(await names("src", { recursive: true }), ["a.ts", "b.js", "deep", "deep/er", "deep/er/c.ts"]);
    assert.deepEqual(await names("src", { recursive: true, maxDepth: 1 }), ["a.ts", "b.js", "deep", "deep/er"]);
    assert.deepEqual(await names("src", { recursive: true, maxDepth: 0 }), ["a.ts", "b.js", "deep"]);
    assert.deepEqual(await names("."), ["src"]);
    await assert.rejects(fs.readdir("none"), DirectoryNotFoundError);
    await assert.rejects(fs.readdir("src/a.ts"), NotDirectoryError);
  },
  "what is known of a file": async (fs) => {
    await fs.writeFile("src/a.ts", "12345");
    const stat = await fs.stat("src/a.ts");
    assert.deepEqual([stat.name, stat.type, stat.size], ["a.ts", "file", 5]);
    assert(stat.modifiedAt instanceof Date && stat.createdAt instanceof Date);
    assert.equal((await fs.stat("src")).type, "directory");
  },
};

for (const [name, make] of Object.entries(filesystems)) {
  for (const [rule, check] of Object.entries(rules)) {
    test(`${name}: ${rule}`, async () => check(await make()));
  }
}

test("links, absolute paths and the parts that are optional", async () => {
  const workspace = await Workspace.memory();
  const fs = new IsolateFilesystem(workspace, { id: "mine" });
  await fs.writeFile("/d/a.txt", "one\ntwo é x x\n");
  await fs.writeFile("./d/.hidden/b.txt", "x");
  await workspace.files.symlink("/d", "/link");
  await workspace.files.symlink("/none", "/d/dangling");
  assert.equal(await fs.realpath("link/a.txt"), "/d/a.txt");
  await assert.rejects(fs.realpath("none"), FileNotFoundError);
  assert.equal((await fs.stat("link/../d/a.txt")).path, "/d/a.txt");
  assert.deepEqual(await fs.readdir("/"), [
    { name: "d", type: "directory" },
    { name: "link", type: "directory", isSymlink: true, symlinkTarget: "/d" },
  ]);
  assert.deepEqual((await fs.readdir("link")).map(({ name, type }) => [name, type]), [
    [".hidden", "directory"],
    ["a.txt", "file"],
    ["dangling", "file"],
  ]);
  const paths = async (...args) => (await fs.walk(...args)).map(({ path }) => path);
  assert.deepEqual(await paths("/"), ["d", "d/a.txt", "d/dangling", "link"]);
  assert.deepEqual(await paths("/", { includeHidden: true, maxDepth: 2 }), [
    "d",
    "d/.hidden",
    "d/a.txt",
    "d/dangling",
    "link",
  ]);
  await assert.rejects(fs.walk("none"), DirectoryNotFoundError);
  await assert.rejects(fs.walk("d/a.txt"), NotDirectoryError);
  assert.deepEqual([fs.id, fs.provider, fs.status], ["mine", "isolate-run", "ready"]);
  assert.match(fs.getInstructions(), /Paths begin with "\/"/);
});

test("grep", async () => {
  const fs = new IsolateFilesystem(await Workspace.memory());
  await fs.writeFile("/src/a.txt", "one\ntwo é X x\nthree\nx\n");
  await fs.writeFile("/src/.hidden", "x");
  await fs.writeFile("/src/in/b.txt", "axb\nx");
  const grep = (options) =>
    fs.grep({ pattern: "x", path: "/src", caseSensitive: true, includeHidden: false, ...options });
  assert.deepEqual(await grep({}), [
    {
      path: "a.txt",
      matches: [
        { line: 2, column: 8, text: "two é X x" },
        { line: 4, column: 0, text: "x" },
      ],
    },
    {
      path: "in/b.txt",
      matches: [
        { line: 1, column: 1, text: "axb" },
        { line: 2, column: 0, text: "x" },
      ],
    },
  ]);
  const lines = async (options) =>
    (await grep(options)).flatMap(({ path, matches }) => matches.map(({ line }) => `${path}:${line}`));
  assert.deepEqual(await lines({ includeHidden: true, maxCountPerFile: 1 }), [".hidden:1", "a.txt:2", "in/b.txt:1"]);
  assert.deepEqual(await lines({ maxTotalMatches: 3 }), ["a.txt:2", "a.txt:4", "in/b.txt:1"]);
  assert.deepEqual((await grep({ caseSensitive: false, pattern: "é (?=x)" }))[0].matches[0].column, 4);
  assert.deepEqual((await grep({ pattern: "three", contextLines: 2 }))[0].matches, [
    { line: 3, column: 0, text: "three", before: ["one", "two é X x"], after: ["x"] },
  ]);
  assert.deepEqual(await lines({ path: "/src/in/b.txt" }), ["b.txt:1", "b.txt:2"]);
  await assert.rejects(grep({ pattern: "(" }), UnsupportedGrepPatternError);
  await assert.rejects(grep({ path: "/none" }), FileNotFoundError);
});

test("what may not be changed", async () => {
  const workspace = await Workspace.memory();
  const reader = new IsolateFilesystem(workspace, { readOnly: true });
  assert.equal(reader.readOnly, true);
  await workspace.files.writeFile("/a", "x");
  assert.equal(await reader.readFile("/a", { encoding: "utf-8" }), "x");
  await assert.rejects(reader.writeFile("/a", ""), WorkspaceReadOnlyError);
  await assert.rejects(reader.rmdir("/a"), WorkspaceReadOnlyError);
  const policy = { default: "allow", rules: [{ effect: "deny", verbs: ["write"], paths: ["/etc"] }] };
  const guarded = new IsolateFilesystem(workspace.guarded(policy));
  await guarded.writeFile("/b", "");
  await assert.rejects(guarded.writeFile("/b/c", "", { recursive: false }), NotDirectoryError);
  await assert.rejects(guarded.writeFile("/b/c", ""), NotDirectoryError);
  await assert.rejects(guarded.writeFile("/etc/passwd", ""), (error) => {
    assert(error instanceof PermissionError);
    assert.match(error.message, /writeFile on \/etc\/passwd/);
    return true;
  });
});

test("two writers that expect the same time: one of them is told", async () => {
  const fs = new IsolateFilesystem(await Workspace.memory());
  await fs.writeFile("/a", "0");
  const { modifiedAt } = await fs.stat("/a");
  await new Promise((resolve) => setTimeout(resolve, 5));
  const write = (text) => fs.writeFile("/a", text, { expectedMtime: modifiedAt });
  const ends = await Promise.allSettled(["1", "2", "3"].map(write));
  assert.deepEqual(ends.map(({ status }) => status).sort(), ["fulfilled", "rejected", "rejected"]);
  for (const { reason } of ends.filter(({ status }) => status === "rejected")) assert(reason instanceof StaleFileError);
});

test("the audit is the history", async () => {
  const path = join(folder, "audit.sqlite");
  const workspace = await Workspace.open(path);
  const fs = new IsolateFilesystem(workspace, { actor: "ann" });
  await workspace.files.writeFile("/old", "");
  await fs.deleteFile("/old");
  await fs.writeFile("/src/a", "1");
  await fs.writeFile("/src/b", "1");
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
  await pause();
  const middle = new Date();
  await pause();
  await fs.moveFile("/src/a", "/lib/a");
  const sandbox = await Sandbox.create({ threads: 1 });
  await sandbox.run(workspace, "() => state.writeFile('/src/b', '2')", { label: "program" });
  const told = async (options) =>
    (await fs.getHistory(options)).map(({ operation, path, targetPath = "" }) => `${operation} ${path}${targetPath}`);
  const all = ["write /src/b", "move /src/a/lib/a", "write /src/b", "write /src/a", "delete /old"];
  all.push("write /old");
  assert.deepEqual(await told(), all);
  assert.deepEqual([await fs.count(), await fs.count({ operations: ["delete"] })], [6, 1]);
  assert.deepEqual(await told({ pathPrefix: "/src/", operations: ["write"] }), [all[0], all[2], all[3]]);
  assert.deepEqual(await told({ pathPrefix: "lib" }), [all[1]]);
  assert.deepEqual(await told({ limit: 2, offset: 1 }), all.slice(1, 3));
  assert.deepEqual(await told({ until: middle }), all.slice(2));
  assert.deepEqual(await told({ since: middle }), all.slice(0, 2));
  const [last, moved] = await fs.getHistory();
  assert.deepEqual([last.metadata.label, last.metadata.actor], ["program", null]);
  assert.deepEqual([moved.metadata.label, moved.metadata.actor], ["moveFile /src/a", "ann"]);
  await workspace.undo(last.metadata.run);
  assert.equal(await fs.readFile("/src/b", { encoding: "utf-8" }), "1");
  await workspace.close();
  const again = new IsolateFilesystem(await Workspace.open(path));
  assert.equal(await again.count(), 7);
});

test("the tools of Mastra work on it", async () => {
  const filesystem = new IsolateFilesystem(await Workspace.memory());
  const workspace = new MastraWorkspace({ filesystem });
  await workspace.init();
  const tools = await createWorkspaceTools(workspace);
  const call = (name, input) => tools[`mastra_workspace_${name}`].execute(input, { workspace });
  await call("write_file", { path: "src/app.js", content: "const one = 1;\nexport { one };\n" });
  assert.match(await call("read_file", { path: "/src/app.js" }), /const one = 1/);
  await call("edit_file", { path: "src/app.js", old_string: "one = 1", new_string: "one = 2" });
  assert.match(await call("grep", { pattern: "one = \\d", path: "/" }), /src\/app\.js:1:7: const one = 2;/);
  assert.match(await call("list_files", { path: "/" }), /app\.js/);
  assert.match(await call("file_stat", { path: "src" }), /directory/);
  await call("delete", { path: "src", recursive: true });
  assert.deepEqual(await filesystem.readdir("/"), []);
});
