// The server of the SDK, with an MCP client in the place of the SDK's own program, which needs an account.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createSdkMcpServer, tool } from "@anthropic-ai/claude-agent-sdk";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Functions, Sandbox, Toolbox, Workspace } from "isolate-run";
import { codeTool, createIsolateMcpServer, createToolboxMcpServer } from "isolate-run/claude";
import { z } from "zod";

async function connected({ instance }) {
  const client = new Client({ name: "test", version: "1" });
  const [mine, its] = InMemoryTransport.createLinkedPair();
  await Promise.all([instance.connect(its), client.connect(mine)]);
  const call = async (name, given, options) => {
    const { content, isError } = await client.callTool({ name, arguments: given }, undefined, options);
    assert.equal(content.length, 1);
    return { text: content[0].text, isError: isError ?? false };
  };
  return { client, call, run: (code, options) => call("run", { code }, options) };
}

test("the server of a workspace", async () => {
  const workspace = await Workspace.memory();
  const server = await createIsolateMcpServer(workspace, { run: { actor: "claude" } });
  assert.deepEqual([server.type, server.name], ["sdk", "isolate"]);
  const { client, run } = await connected(server);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name), ["run"]);
  assert.deepEqual(tools[0].inputSchema.required, ["code"]);
  assert.match(tools[0].description, /state/);
  assert.deepEqual(tools[0].annotations, {
    title: "Run a program",
    readOnlyHint: false,
    destructiveHint: true,
    openWorldHint: false,
  });
  assert.deepEqual(await run("async () => { await state.writeFile('/a.txt', 'x'); return { done: true } }"), {
    text: '{"done":true}\n[created /a.txt; run 1]',
    isError: false,
  });
  assert.deepEqual(await run("async () => await state.readFile('/a.txt')"), { text: "x", isError: false });
  const [entry] = await workspace.history();
  assert.deepEqual([entry.run, entry.actor], [1, "claude"]);
});

test("errors are answers from which a model can repair its program", async () => {
  const workspace = await Workspace.memory();
  const { client, run } = await connected(await createIsolateMcpServer(workspace, { answerCharacters: 100 }));
  const thrown = await run("async () => {\n  await state.writeFile('/a', '');\n  return missing;\n}");
  assert.equal(thrown.isError, true);
  assert.match(thrown.text, /ReferenceError: missing is not defined \(line 3, column \d+\)\n3 \|   return missing;/);
  assert.equal(await workspace.files.exists("/a"), false);
  assert((await run("() => 'x'.repeat(9999)")).text.length < 300);
  const wrong = await client.callTool({ name: "run", arguments: { program: "1" } });
  assert.equal(wrong.isError, true);
  await workspace.close();
  const closed = await run("() => 1");
  assert.equal(closed.isError, true);
  assert.match(closed.text, /was closed/);
  await assert.rejects(createIsolateMcpServer(workspace, { limits: {} }), /unknown option "limits"/);
});

test("functions, approvals, and a call that is cancelled", async () => {
  const workspace = await Workspace.memory();
  const ended = Promise.withResolvers?.() ?? {};
  ended.promise ??= new Promise((resolve) => (ended.resolve = resolve));
  const functions = new Functions()
    .add("shop", "price", ({ item }) => item.length, { input: z.object({ item: z.string() }) })
    .add("shop", "pay", () => 1, { needsApproval: true })
    .add("shop", "wait", (_, { signal }) => new Promise(() => signal.addEventListener("abort", ended.resolve)));
  const { client, run } = await connected(await createIsolateMcpServer(workspace, { functions, name: "shop" }));
  const [declared] = (await client.listTools()).tools;
  assert.match(declared.description, /price\(input: \{ item: string/);
  assert.equal(declared.annotations.openWorldHint, true);
  assert.equal((await run("async () => await shop.price({ item: 'pear' })")).text, "4");
  const waits = await run("async () => await shop.pay({ euros: 5 })");
  assert.equal(waits.isError, false);
  assert.match(waits.text, /call 1 of shop\.pay: \{"euros":5\}\n\[the program has not ended/);
  const signal = AbortSignal.timeout(100);
  await assert.rejects(run("async () => await shop.wait()", { signal }));
  await ended.promise;
});

test("the tool in a server of one's own, which only reads", async () => {
  const workspace = await Workspace.memory();
  const ping = tool("ping", "Answers.", {}, async () => ({ content: [{ type: "text", text: "pong" }] }));
  const tools = [ping, await codeTool(workspace, { run: { readOnly: true } })];
  const { client, run } = await connected(createSdkMcpServer({ name: "own", tools }));
  const listed = (await client.listTools()).tools;
  assert.deepEqual(listed.map(({ name, annotations }) => [name, annotations?.readOnlyHint]), [["ping", undefined], ["run", true]]);
  assert.match((await run("() => state.writeFile('/a', '')")).text, /EROFS/);
});

test("the tools of a toolbox", async () => {
  const workspace = await Workspace.memory();
  const toolbox = new Toolbox(workspace, { sandbox: await Sandbox.create({ threads: 1 }), actor: "claude" });
  const server = await createToolboxMcpServer(toolbox, { alwaysLoad: true, timeout: 5000 });
  assert.deepEqual([server.type, server.name, server.timeout], ["sdk", "isolate", 5000]);
  const { client, call, run } = await connected(server);
  assert.equal(client.getInstructions(), toolbox.prompt());
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name), toolbox.specs().map(({ name }) => name));
  const read = tools.find(({ name }) => name === "read");
  assert.deepEqual([read.annotations.readOnlyHint, read._meta], [true, { "anthropic/alwaysLoad": true }]);
  assert.match((await call("write", { path: "/a.txt", content: "one\ntwo\n" })).text, /"run":1/);
  assert.match((await call("read", { path: "/a.txt" })).text, /two/);
  // What can mean one thing only is corrected.
  assert.equal((await call("edit", { path: "/a.txt", old_string: "two", new_string: "2" })).isError, false);
  assert.match((await run("async () => await state.readFile('/a.txt')")).text, /one\n2/);
  const missing = await call("read", { path: "/none" });
  assert.equal(missing.isError, true);
  assert.match(missing.text, /not_found/);
  assert.equal((await call("nothing", {})).isError, true);
  const [entry] = await workspace.history();
  assert.equal(entry.actor, "claude");
  const signal = AbortSignal.timeout(100);
  await assert.rejects(run("() => { for (;;); }", { signal }));
});
