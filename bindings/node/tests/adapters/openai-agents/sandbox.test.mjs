// Sandboxes: sessions, what is kept of them, and an agent whose model follows a script.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { run, setTracingDisabled } from "@openai/agents";
import { Manifest, SandboxAgent } from "@openai/agents/sandbox";
import { UsageError, Workspace, Workspaces } from "isolate-run";
import { IsolateSandboxClient } from "isolate-run/openai-agents";

import { Scripted } from "./model.mjs";

setTracingDisabled(true);
const folder = mkdtempSync(join(tmpdir(), "isolate-"));
after(() => rmSync(folder, { recursive: true }));

test("an agent works in a sandbox", async () => {
  const workspace = await Workspace.memory();
  const model = new Scripted(
    { exec_command: { cmd: "cat notes.txt && mkdir -p src && sort notes.txt > src/out; pwd" } },
    { exec_command: { cmd: "pwd; cat out; missing", workdir: "src" } },
    { exec_command: { cmd: "ls", workdir: "../.." } },
    "done",
  );
  const agent = new SandboxAgent({
    name: "coder",
    model,
    defaultManifest: new Manifest({ entries: { "notes.txt": { type: "file", content: "b\na\n" } } }),
  });
  const { history, finalOutput } = await run(agent, "go", { sandbox: { client: new IsolateSandboxClient(workspace) } });
  assert.equal(finalOutput, "done");
  const outputs = history.filter(({ type }) => type === "function_call_result").map(({ output }) => output.text ?? output);
  assert.match(outputs[0], /exited with code 0\nOutput:\nb\na\n\/workspace\n$/);
  assert.match(outputs[1], /exited with code 127\nOutput:\n\/workspace\/src\na\nb\nbash: .*missing: command not found/);
  assert.match(outputs[2], /leads out of \/workspace/);
  assert.equal(await workspace.files.readFile("/workspace/src/out", "utf8"), "a\nb\n");
});

test("a session", async () => {
  const workspace = await Workspace.memory();
  await workspace.files.writeFile("/secret", "no");
  writeFileSync(join(folder, "local.txt"), "local");
  const client = new IsolateSandboxClient(workspace, { shell: { env: { A: "1" }, limits: { timeoutMs: 1000 } } });
  const entries = {
    dir: { type: "dir", children: { "a.txt": { type: "file", content: "one" } } },
    "local.txt": { type: "local_file", src: join(folder, "local.txt") },
    all: { type: "local_dir", src: folder },
  };
  const session = await client.create(new Manifest({ entries, environment: { B: "2" } }));
  assert.equal(await session.running(), true);
  const ended = await session.exec({ cmd: "echo $A$B; pwd; cat dir/a.txt local.txt all/local.txt; echo err >&2; exit 3" });
  const { wallTimeSeconds, ...rest } = ended;
  assert(wallTimeSeconds >= 0);
  const stdout = "12\n/workspace\nonelocallocal";
  assert.deepEqual(rest, { output: `${stdout}\nerr\n`, stdout, stderr: "err\n", exitCode: 3 });
  assert.equal((await session.exec({ cmd: "pwd", workdir: "dir", shell: "/bin/bash" })).stdout, "/workspace/dir\n");
  assert.equal((await session.exec({ cmd: "pwd", shell: "zsh" })).exitCode, 127);
  assert.equal((await session.exec({ cmd: "echo (" })).exitCode, 2);
  const over = await session.exec({ cmd: "touch never; while :; do :; done" });
  assert.equal(over.exitCode, 124);
  assert.match(over.stderr, /nothing was kept/);
  const long = await session.exec({ cmd: "seq 1000", maxOutputTokens: 50 });
  assert(long.output.length <= 200 && long.originalTokenCount === 974, String(long.originalTokenCount));
  assert.deepEqual((await session.listDir({ path: "." })).sort((a, b) => (a.name < b.name ? -1 : 1)), [
    { name: "all", path: "all", type: "dir" }, { name: "dir", path: "dir", type: "dir" },
    { name: "local.txt", path: "local.txt", type: "file" },
  ]);
  assert.deepEqual([await session.pathExists("dir"), await session.pathExists("never"), await session.directoryExists("dir/a.txt")], [true, false, false]);
  assert.equal(Buffer.from(await session.readFile({ path: "/workspace/dir/a.txt", maxBytes: 2 })).toString(), "on");
  const editor = session.createEditor();
  assert.equal((await editor.createFile({ path: "new/b.txt", diff: "+one\n+two" })).status, "completed");
  assert.equal((await editor.updateFile({ path: "new/b.txt", diff: "@@\n one\n-two\n+three", moveTo: "c.txt" })).status, "completed");
  assert.equal(await workspace.files.readFile("/workspace/c.txt", "utf8"), "one\nthree");
  assert.equal((await editor.deleteFile({ path: "c.txt" })).status, "completed");
  await session.exec({ cmd: "ln -s /secret out; ln -s dir in; ln -s / up; ln -s /made lost" });
  for (const path of ["/secret", "../secret", "out", "up/secret", "up", "lost"]) {
    await assert.rejects(session.readFile({ path }), { name: "UsageError", message: /leads out of/ }, path);
    await assert.rejects(editor.deleteFile({ path }), UsageError);
  }
  assert.equal(Buffer.from(await session.readFile({ path: "in/a.txt" })).toString(), "one");
  await assert.rejects(session.exec({ cmd: "ls", runAs: "root" }), UsageError);
  await assert.rejects(session.readFile({ path: "none" }), { code: "ENOENT" });
  await assert.rejects(session.materializeEntry({ path: "repo", entry: { type: "git_repo", repo: "a/b" } }), /git_repo cannot be made/);
  await assert.rejects(client.create({ options: { workspace: "ann" } }), /client over Workspaces/);
  await assert.rejects(client.create(new Manifest({ users: [{ name: "ann" }] })), UsageError);
  assert.throws(() => new IsolateSandboxClient("state.sqlite"), UsageError);
  await session.close();
  assert.equal(await session.running(), false);
  // The workspace is that of the client.
  assert.equal(await workspace.files.exists("/workspace/dir"), true);
});

test("archives", async () => {
  const workspace = await Workspace.memory();
  const client = new IsolateSandboxClient(workspace);
  const entries = { kept: { type: "file", content: "1" }, gone: { type: "file", content: "2", ephemeral: true } };
  const session = await client.create(new Manifest({ entries }));
  await session.exec({ cmd: "mkdir -p a/b empty .git; echo x > a/b/c; ln -s b a/link; echo '*.log' > .gitignore; touch d.log .git/HEAD" });
  const archive = await session.persistWorkspace();
  assert.equal(await session.pathExists("gone"), true);
  const other = await client.create({ manifest: new Manifest({ root: "/other" }), options: { branch: "b" } });
  await other.hydrateWorkspace(archive);
  const { stdout } = await other.exec({ cmd: "find . | sort; cat a/link/c" });
  assert.deepEqual(stdout.trim().split("\n"), [
    ".", "./.git", "./.git/HEAD", "./.gitignore", "./a", "./a/b", "./a/b/c", "./a/link", "./d.log", "./empty", "./kept", "x",
  ]);
  assert.equal(await workspace.files.exists("/other"), false);
  await assert.rejects(other.hydrateWorkspace(Buffer.from("no archive")));
  assert.equal(await other.workspace.files.exists("/.isolate-session.tar"), false);
});

test("a session may be that of several runs", async () => {
  const store = new Workspaces(join(folder, "runs"));
  const client = new IsolateSandboxClient(store);
  const lists = [{ exec_command: { cmd: "echo one > file; ls" } }, "first", { exec_command: { cmd: "ls; cat file" } }, "second"];
  const model = new Scripted(...lists);
  const agent = new SandboxAgent({ name: "coder", model });
  const first = await run(agent, "go", { sandbox: { client } });
  assert.equal(first.finalOutput, "first");
  // The state of the run names its workspace, with which another may go on.
  const [name, ...others] = await store.names();
  assert.deepEqual(others, []);
  assert(first.state.toString().includes(name));
  const left = await store.find(name);
  assert.equal(await left.files.readFile("/workspace/file", "utf8"), "one\n");
  await left.close();
  assert.equal(await store.remove(name), true);
  const session = await client.create();
  await session.exec({ cmd: "echo two > file" });
  const second = await run(agent, "go", { sandbox: { client, session } });
  assert.equal(second.finalOutput, "second");
  const [output] = second.history.filter(({ type }) => type === "function_call_result");
  assert.match(output.output.text ?? output.output, /Output:\nfile\ntwo\n$/);
  await session.delete();
  assert.deepEqual(await store.names(), []);
});

test("sessions go on", async () => {
  const store = new Workspaces(join(folder, "data"));
  const client = new IsolateSandboxClient(store);
  const session = await client.create();
  await session.exec({ cmd: "echo one > file" });
  const kept = JSON.parse(JSON.stringify(await client.serializeSessionState(session.state)));
  assert.equal(typeof kept.run, "number");
  // Its end removes nothing, since somebody may go on with it.
  await session.delete({ reason: "cleanup" });
  assert.deepEqual(await store.names(), [kept.workspace]);
  const again = await client.resume(await client.deserializeSessionState(kept));
  assert.equal((await again.exec({ cmd: "cat file; pwd" })).stdout, "one\n/workspace\n");
  await again.delete();
  assert.deepEqual(await store.names(), []);
  await assert.rejects(client.resume(await client.deserializeSessionState(kept)), /is gone: create a new session/);
  // One with a name stays.
  const named = await client.create({ options: { workspace: "ann", branch: "try" } });
  await named.exec({ cmd: "echo 1 > a" });
  const state = await client.serializeSessionState(named.state);
  await named.shutdown();
  const branched = await client.resume(await client.deserializeSessionState(state));
  assert.equal((await branched.exec({ cmd: "cat a" })).stdout, "1\n");
  await branched.delete();
  const whole = await store.find("ann");
  assert.deepEqual(await whole.branches(), []);
  await whole.close();
  await assert.rejects(client.resume(await client.deserializeSessionState(state)), /the branch try of the session is gone/);
});
