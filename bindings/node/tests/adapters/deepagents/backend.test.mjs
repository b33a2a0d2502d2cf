// The protocol of backends, and deepagents' own backend under the same rules.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { CompositeBackend, createDeepAgent, FilesystemBackend, StateBackend } from "deepagents";
import { Workspace } from "isolate-run";
import { IsolateBackend } from "isolate-run/deepagents";

import { Scripted } from "./model.mjs";

const folder = await mkdtemp(join(tmpdir(), "deepagents-"));
test.after(() => rm(folder, { recursive: true }));

let count = 0;
const backends = {
  isolate: async () => new IsolateBackend(await Workspace.memory()),
  // So that these are the rules of the protocol and not those of this test.
  filesystem: async () => {
    const rootDir = await mkdtemp(join(folder, String((count += 1))));
    return new FilesystemBackend({ rootDir, virtualMode: true });
  },
};

const rules = {
  "files are written, read in windows, and overwritten": async (backend) => {
    const written = await backend.write("/a/b.txt", "1\n2\n3\n4");
    assert.deepEqual([written.error, written.path, written.filesUpdate], [undefined, "/a/b.txt", null]);
    assert.deepEqual(await backend.read("/a/b.txt", 1, 2), {
      content: "2\n3",
      mimeType: "text/plain",
      totalLines: 4,
      startLine: 2,
      endLine: 3,
      nextOffset: 3,
    });
    const rest = await backend.read("/a/b.txt", 3);
    assert.deepEqual([rest.content, rest.startLine, rest.endLine, rest.nextOffset], ["4", 4, 4, undefined]);
    assert.match((await backend.read("/a/b.txt", 9)).error, /offset 9 /);
    assert.match((await backend.read("/none")).error, /\/none/);
    assert.equal((await backend.read("/a/b.txt", 0, 0)).content, "");
    await backend.write("/a/b.txt", "new\n");
    assert.deepEqual((await backend.read("/a/b.txt")).totalLines, 1);
    const { data } = await backend.readRaw("/a/b.txt");
    assert.deepEqual([data.content, data.mimeType], ["new\n", "text/plain"]);
    assert(Date.parse(data.modified_at) > 0);
  },
  "pictures are bytes, and written as base64": async (backend) => {
    await backend.write("/p.png", "AAH/");
    const read = await backend.read("/p.png");
    assert.deepEqual([[...read.content], read.mimeType], [[0, 1, 255], "image/png"]);
  },
  "texts are replaced": async (backend) => {
    await backend.write("/a", "one two two");
    const once = await backend.edit("/a", "one", "$&1");
    assert.deepEqual([once.error, once.path, once.occurrences], [undefined, "/a", 1]);
    assert.match((await backend.edit("/a", "two", "2")).error, /\b2 times/);
    assert.equal((await backend.edit("/a", "two", "2", true)).occurrences, 2);
    assert.match((await backend.edit("/a", "none", "x")).error, /not found/);
    assert.match((await backend.edit("/a", "", "x")).error, /empty/);
    assert.match((await backend.edit("/none", "a", "b")).error, /\/none/);
    assert.equal((await backend.read("/a")).content, "$&1 2 2");
    await backend.write("/empty", "");
    assert.equal((await backend.edit("/empty", "", "x")).occurrences, 0);
    assert.equal((await backend.read("/empty")).content, "x");
  },
  "directories are listed and deleted": async (backend) => {
    await backend.write("/d/a.txt", "12345");
    await backend.write("/d/e/b.txt", "");
    const told = async (path) => (await backend.ls(path)).files.map(({ path, is_dir, size }) => [path, is_dir, size]);
    assert.deepEqual(await told("/d"), [["/d/a.txt", false, 5], ["/d/e/", true, 0]]);
    assert.deepEqual(await told("/"), [["/d/", true, 0]]);
    assert.equal((await backend.delete("/d/e")).path, "/d/e");
    assert.deepEqual(await told("/d"), [["/d/a.txt", false, 5]]);
    assert.match((await backend.delete("/none")).error, /\/none/);
    await backend.delete("/");
    assert.deepEqual(await told("/"), []);
  },
  "files are found": async (backend) => {
    await backend.write("/src/a.py", "x = 1\ny = x.*\nz");
    await backend.write("/src/in/b.py", "x\n");
    await backend.write("/src/in/c.ts", "x x\n");
    await backend.write("/src/p.png", Buffer.from("x\n").toString("base64"));
    const paths = async (...args) => (await backend.glob(...args)).files.map(({ path }) => path);
    assert.deepEqual(await paths("**/*.py"), ["/src/a.py", "/src/in/b.py"]);
    assert.deepEqual(await paths("*.py", "/src"), ["/src/a.py"]);
    assert.deepEqual(await paths("/src/*.{py,ts}"), ["/src/a.py"]);
    assert.deepEqual(await paths("*.rs"), []);
    const lines = async (...args) =>
      (await backend.grep(...args)).matches.map(({ path, line, text }) => `${path}:${line}:${text}`).sort();
    assert.deepEqual(await lines("x"), [
      "/src/a.py:1:x = 1",
      "/src/a.py:2:y = x.*",
      "/src/in/b.py:1:x",
      "/src/in/c.ts:1:x x",
    ]);
    assert.deepEqual(await lines("x.*", "/src"), ["/src/a.py:2:y = x.*"]);
    assert.deepEqual(await lines("x", "/src/in", "*.ts"), ["/src/in/c.ts:1:x x"]);
    assert.deepEqual(await lines("x", null, "*.py"), ["/src/a.py:1:x = 1", "/src/a.py:2:y = x.*", "/src/in/b.py:1:x"]);
    const cut = await backend.grep("x", "/", null, 2);
    assert.deepEqual([cut.matches.length, cut.truncated], [2, true]);
  },
  "files are carried in and out": async (backend) => {
    const up = await backend.uploadFiles([
      ["/u/a", new Uint8Array([0, 255])],
      ["/u", new Uint8Array()],
    ]);
    assert.deepEqual(up, [
      { path: "/u/a", error: null },
      { path: "/u", error: "is_directory" },
    ]);
    const [file, directory, none] = await backend.downloadFiles(["/u/a", "/u", "/none"]);
    assert.deepEqual([[...file.content], file.error], [[0, 255], null]);
    assert.deepEqual(directory, { path: "/u", content: null, error: "is_directory" });
    assert.deepEqual(none, { path: "/none", content: null, error: "file_not_found" });
  },
};

for (const [name, make] of Object.entries(backends)) {
  for (const [rule, check] of Object.entries(rules)) {
    test(`${name}: ${rule}`, async () => check(await make()));
  }
}

test("nothing is thrown, and nothing is lost", async () => {
  const workspace = await Workspace.memory({ fileBytes: 100 });
  const backend = new IsolateBackend(workspace);
  assert.match((await backend.ls("/none")).error, /no such file or directory.*\/none/);
  await backend.write("/f", "x");
  // The tool that deletes looks for these words.
  assert.match((await backend.ls("/f")).error, /not a directory/);
  assert.match((await backend.glob("*", "/none")).error, /\/none/);
  assert.match((await backend.grep("x", "/none")).error, /\/none/);
  assert.match((await backend.grep("", "/")).error, /empty/);
  assert.match((await backend.write("/p.png", "no base64!")).error, /base64/);
  assert.match((await backend.write("/f/g", "x")).error, /not a directory/);
  assert.match((await backend.write("/big", "x".repeat(101))).error, /\/big/);
  assert.equal((await backend.uploadFiles([["/big", new Uint8Array(101)]]))[0].error, "permission_denied");
  await workspace.files.writeFile("/latin1", new Uint8Array([0xe9, 0x0a]));
  assert.deepEqual((await backend.read("/latin1")).mimeType, "application/octet-stream");
  assert.match((await backend.edit("/latin1", "a", "b")).error, /no text/);
  assert.deepEqual([...(await workspace.files.readFile("/latin1"))], [0xe9, 0x0a]);
  await workspace.files.symlink("/none", "/dangling");
  assert.deepEqual((await backend.ls("/")).files.map(({ path }) => path), ["/f", "/latin1"]);
  await workspace.close();
  for (const answer of [backend.ls("/"), backend.read("/f"), backend.write("/f", ""), backend.grep("x")]) {
    assert.match((await answer).error, /was closed/);
  }
});

test("each change is a run of the history", async () => {
  const workspace = await Workspace.memory();
  const backend = new IsolateBackend(workspace, { actor: "ann" });
  await backend.write("/a", "1");
  const { metadata } = await backend.edit("/a", "1", "2");
  const [entry] = await workspace.history();
  assert.deepEqual([entry.run, entry.label, entry.actor], [metadata.run, "edit /a", "ann"]);
  await workspace.undo(metadata.run);
  assert.equal((await backend.read("/a")).content, "1");
});

test("an agent does a task with the tools of deepagents", async () => {
  const workspace = await Workspace.memory();
  await workspace.files.writeFile("/notes/todo.md", "- [ ] write\n");
  const model = new Scripted(
    { grep: { pattern: "[ ]", path: "/" }, ls: { path: "/notes" } },
    { edit_file: { file_path: "/notes/todo.md", old_string: "[ ]", new_string: "[x]" } },
    { read_file: { file_path: "/notes/todo.md" }, delete: { file_path: "/none" } },
    "done",
  );
  const agent = createDeepAgent({ model, backend: new IsolateBackend(workspace) });
  const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Tick it off." }] });
  assert.equal(messages.at(-1).text, "done");
  const told = messages.filter((message) => message.getType() === "tool").map((message) => message.text);
  assert.match(told[0], /\/notes\/todo\.md/);
  assert.match(told[1], /\/notes\/todo\.md \(12 bytes\)/);
  assert.match(told[3], /- \[x\] write/);
  assert.match(told[4], /no such file/);
  assert.equal(await workspace.files.readFile("/notes/todo.md", "utf8"), "- [x] write\n");
});

test("a part of a composite backend", async () => {
  const workspace = await Workspace.memory();
  const backend = new CompositeBackend(new StateBackend(), { "/memories/": new IsolateBackend(workspace) });
  const model = new Scripted({ write_file: { file_path: "/memories/a.md", content: "kept" } }, "done");
  const agent = createDeepAgent({ model, backend });
  await agent.invoke({ messages: [{ role: "user", content: "Remember." }] });
  assert.equal(await workspace.files.readFile("/a.md", "utf8"), "kept");
});
