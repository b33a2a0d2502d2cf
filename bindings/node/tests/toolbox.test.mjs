// Tools for models, prompts, and the workspaces of many users.
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Functions, isolate, sandbox, UsageError, Workspace } from "./shared.mjs";

const { Toolbox, Workspaces, prompt } = isolate;
const asks = { rules: [{ effect: "ask", verbs: ["write"], paths: ["/secret/**"] }] };

test("a call changes files and says so", async () => {
  const workspace = await Workspace.memory();
  const tools = new Toolbox(workspace);
  const reply = await tools.call("write", { path: "/a.txt", content: "one\ntwo\n" });
  assert.ok(reply.isOk);
  assert.deepEqual(reply.effects.created, ["/a.txt"]);
  const edits = '{"path": "/a.txt", "edits": [{"oldText": "two", "newText": "2"}]}';
  const edited = await tools.call("edit", edits);
  assert.equal(await workspace.files.readFile("/a.txt", "utf8"), "one\n2\n");
  assert.equal((await workspace.history())[0].run, edited.receipt.run);
});

test("a call that fails is a reply with the next step", async () => {
  const tools = new Toolbox(await Workspace.memory());
  const reply = await tools.call("read", { path: "/b.txt" });
  assert.equal(reply.error.code, "not_found");
  assert.match(reply.error.hint, /ls/);
  assert.match((await tools.call("reed", {})).error.message, /read/);
});

test("wrong arguments and options say what is right", async () => {
  const workspace = await Workspace.memory();
  const tools = new Toolbox(workspace);
  await assert.rejects(tools.call("read", "{"), /arguments of read are no JSON/);
  await assert.rejects(tools.call("read", { offset: NaN }), /arguments of read cannot be written as JSON: offset is NaN/);
  await assert.rejects(tools.call(5, {}), /the tool is 5/);
  await assert.rejects(tools.call("read", {}, { signal: 5 }), /signal is 5: it takes an AbortSignal/);
  await assert.rejects(tools.call("read", {}, { signl: 5 }), /did you mean "signal"/);
  assert.throws(() => new Toolbox("/a"), /workspace is '\/a': it takes one of/);
  assert.throws(() => new Toolbox(workspace, { sandbox: {} }), /sandbox is {}: it takes a Sandbox/);
  assert.throws(() => new Toolbox(workspace, { sandbox, functions: {} }), /functions is {}: it takes new Functions/);
  assert.throws(() => prompt("programs", { functions: {} }), /functions is {}: it takes new Functions/);
  assert.throws(() => prompt("programs", { readOnly: 1 }), /readOnly is 1: it takes true or false/);
  assert.throws(() => tools.deny(5), /the id is 5: it takes a string/);
  await assert.rejects(tools.call("read", undefined), /arguments of read cannot be written as JSON: it is undefined/);
  assert.throws(() => new Toolbox(workspace, { freshnes: "off" }), /did you mean "freshness"/);
  assert.throws(() => new Toolbox(workspace, { freshness: "none" }), UsageError);
  assert.throws(() => new Toolbox(workspace, { caps: { lines: 1 } }), /there are read_lines/);
  assert.throws(() => new Toolbox(workspace, { functions: new Functions() }), /give a sandbox/);
  assert.throws(() => tools.schemas("gemini"), /openai, anthropic, mcp, json-schema/);
  assert.throws(() => prompt("poem"), /programs, compact, actions, tools/);
  await workspace.close();
  assert.throws(() => new Toolbox(workspace), /closed/);
});

test("a list is no policy", async () => {
  const workspace = await Workspace.memory();
  for (const policy of [[[], "allow"], { rules: [["deny", ["write"], ["/**"]]] }, []]) {
    assert.throws(() => workspace.guarded(policy), UsageError);
    assert.throws(() => new Toolbox(workspace, { policy }), UsageError);
  }
});

test("specs and schemas name the same tools", async () => {
  const tools = new Toolbox(await Workspace.memory(), { sandbox, tools: "run" });
  const names = tools.specs().map((spec) => spec.name);
  assert.ok(names.includes("run") && !names.includes("edit"));
  assert.deepEqual(tools.schemas("openai").map((tool) => tool.function.name), names);
  assert.deepEqual(tools.schemas("anthropic").map((tool) => tool.name), names);
  assert.deepEqual(tools.schemas("mcp").map((tool) => tool.name), names);
  assert.deepEqual(Object.keys(tools.schemas("json-schema").properties), names);
});

test("programs of tools call functions in the context of the call", async () => {
  const storage = new AsyncLocalStorage();
  const functions = new Functions().add("shop", "user", () => storage.getStore());
  const tools = new Toolbox(await Workspace.memory(), { sandbox, functions });
  const replies = await Promise.all(
    ["ann", "ben"].map((user) =>
      storage.run(user, () => tools.call("run", { code: "() => shop.user()" })),
    ),
  );
  assert.deepEqual(replies.map((reply) => reply.data.result), ["ann", "ben"]);
});

test("functions that are added later are there", async () => {
  const functions = new Functions();
  const tools = new Toolbox(await Workspace.memory(), { sandbox, functions });
  functions.add("shop", "later", () => 7);
  const reply = await tools.call("run", { code: "() => shop.later()" });
  assert.equal(reply.data.result, 7);
});

test("a signal ends a program", async () => {
  const limits = { timeoutMs: 60_000, fuel: 1e15 };
  const tools = new Toolbox(await Workspace.memory(), { sandbox, limits });
  const signal = AbortSignal.timeout(100);
  const reply = await tools.call("run", { code: "() => { for (;;) {} }" }, { signal });
  assert.equal(reply.isOk, false);
  assert.match(reply.text, /cancelled/);
});

test("a signal that is aborted already begins no call", async () => {
  const workspace = await Workspace.memory();
  const signal = AbortSignal.abort(new RangeError("too late"));
  const call = new Toolbox(workspace).call("write", { path: "/a", content: "x" }, { signal });
  await assert.rejects(call, { name: "RangeError", message: "too late" });
  assert.deepEqual(await workspace.files.readdir(), []);
});

test("a call waits for an approval", async () => {
  const tools = new Toolbox(await Workspace.memory(), { policy: asks });
  const arguments_ = { path: "/secret/a", content: "x" };
  assert.equal((await tools.call("write", arguments_)).isOk, false);
  const [call] = tools.pending();
  assert.deepEqual([call.tool, call.arguments], ["write", arguments_]);
  assert.ok(tools.approve(call.id) && !tools.approve(call.id));
  assert.ok((await tools.call("write", arguments_)).isOk);
  await tools.call("write", { path: "/secret/b", content: "y" });
  assert.ok(tools.deny(tools.pending()[0].id));
  assert.deepEqual(tools.pending(), []);
});

test("a session has its own record of what was read", async () => {
  const workspace = await Workspace.memory();
  await workspace.files.writeFile("/a", "1");
  const tools = new Toolbox(workspace);
  await tools.call("read", { path: "/a" });
  const edits = { path: "/a", edits: [{ oldText: "1", newText: "2" }] };
  assert.equal((await tools.newSession().call("edit", edits)).isOk, false);
  assert.ok((await tools.call("edit", edits)).isOk);
});

test("the prompt has the functions", () => {
  const functions = new Functions().add("shop", "price", () => 1, { describe: "The price of a thing." });
  assert.ok(prompt("compact").length < prompt().length / 2);
  assert.match(prompt("programs", { functions }), /The price of a thing\./);
  assert.doesNotMatch(prompt("programs", { readOnly: true }), /writeFile/);
});

test("workspaces are files by name", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "isolate-")), "data");
  const workspaces = new Workspaces(pathToFileURL(folder), { quotaBytes: 10_000 });
  assert.equal(await workspaces.find("ann"), null);
  const workspace = await workspaces.open("ann");
  await workspace.files.writeFile("/a", "x");
  await assert.rejects(workspace.files.writeFile("/b", "x".repeat(20_000)), { code: "ENOSPC" });
  await workspace.close();
  assert.deepEqual(await workspaces.names(), ["ann"]);
  await assert.rejects(workspaces.open("../ann"), /lower-case/);
  assert.equal(await workspaces.remove("ann"), true);
  assert.equal(await workspaces.remove("ann"), false);
});
