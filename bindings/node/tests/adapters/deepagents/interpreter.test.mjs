// The middleware with the tool that runs programs.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { tool } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { createDeepAgent } from "deepagents";
import { createAgent } from "langchain";
import { UsageError, Workspace } from "isolate-run";
import { createCodeInterpreterMiddleware, IsolateBackend } from "isolate-run/deepagents";
import { z } from "zod";

import { Scripted } from "./model.mjs";

const folder = await mkdtemp(join(tmpdir(), "interpreter-"));
test.after(() => rm(folder, { recursive: true }));

const price = tool(async ({ item }) => String(item.length), {
  name: "get_price",
  description: "The price of an item.",
  schema: z.object({ item: z.string() }),
});

/** Runs programs one after the other, each in a call of its own; answers the messages of the tool. */
async function evaluated(workspace, programs, options = {}, tools = [price]) {
  const model = new Scripted(...programs.map((code) => ({ js_eval: { code } })), "done");
  const middleware = [await createCodeInterpreterMiddleware(workspace, options)];
  const agent = createAgent({ model, tools, middleware });
  const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Do it." }] });
  assert.equal(messages.at(-1).text, "done");
  return Object.assign(
    messages.filter((message) => message.getType() === "tool"),
    { system: model.prompts[0][0].text },
  );
}

test("files persist between calls, and the answer has the version", async () => {
  const path = join(folder, "files.sqlite");
  const workspace = await Workspace.open(path);
  const [first, second] = await evaluated(workspace, [
    "async () => { await state.writeJson('/rows.json', [1, 2, 3]); return 'written' }",
    "async () => { const rows: number[] = await state.readJson('/rows.json'); await state.appendFile('/log', 'x'); return rows.length }",
  ]);
  assert.equal(first.text, `written\n[created /rows.json; run ${first.artifact.run}]`);
  assert.equal(second.text, `3\n[created /log; run ${second.artifact.run}]`);
  assert(second.artifact.run > first.artifact.run);
  await workspace.close();
  const again = await Workspace.open(path);
  const [third] = await evaluated(again, ["async () => await state.readJson('/rows.json')"]);
  assert.equal(third.text, "[1,2,3]");
  await again.undo(second.artifact.run);
  assert.equal(await again.files.exists("/log"), false);
});

test("an error is an answer, and changes nothing", async () => {
  const workspace = await Workspace.memory();
  const [thrown, late] = await evaluated(
    workspace,
    ["async () => {\n  await state.writeFile('/a', '');\n  return missing;\n}", "() => { for (;;); }"],
    { executionTimeoutMs: 200, run: { limits: { fuel: 1e12 } } },
  );
  assert.match(thrown.text, /ReferenceError: missing is not defined \(line 3, column \d+\)\n3 \|   return missing;/);
  assert.equal(await workspace.files.exists("/a"), false);
  assert.match(late.text, /ETIMEOUT/);
  const [cut] = await evaluated(workspace, ["() => 'x'.repeat(1000)"], { maxResultChars: 100 });
  assert(cut.text.length < 250, cut.text);
});

test("tools are functions of programs", async () => {
  const workspace = await Workspace.memory();
  const code = `async () => {
    const prices = await Promise.all(["pear", "fig"].map((item) => tools.getPrice({ item })));
    await state.writeJson("/prices.json", prices);
    return prices;
  }`;
  const wrong = "async () => await tools.getPrice({ thing: 1 }).catch((error) => error.message)";
  for (const ptc of [["get_price"], [price]]) {
    const messages = await evaluated(workspace, [code, wrong], { ptc });
    assert.match(messages[0].text, /^\["4","3"\]/);
    assert.match(messages[1].text, /item/);
    assert.match(messages.system, /getPrice\(input: \{ item: string/);
  }
  const [absent] = await evaluated(workspace, ["async () => await tools.getPrice({ item: 'x' })"]);
  assert.match(absent.text, /getPrice/);
  const own = await evaluated(workspace, ["async () => await tools.getPrice({ item: 'x' })"], {
    ptc: [price],
    systemPrompt: "Be brief.",
  }, []);
  assert.equal(own[0].text, "1");
  assert.match(own.system, /Be brief\.$/);
  await assert.rejects(evaluated(workspace, ["1"], { ptc: ["get_prize"] }), /ptc has "get_prize".*it has get_price/);
});

test("tools that answer blocks, commands and nothing", async () => {
  const make = (name, answer) => tool(async () => answer, { name, description: name, schema: z.object({}) });
  const tools = [
    make("blocks", [{ type: "text", text: "a" }, { type: "text", text: "b" }]),
    make("command", new Command({ update: { messages: [{ role: "tool", content: "c", getType: () => "tool" }] } })),
    make("nothing", undefined),
    tool(async () => { throw new RangeError("broken") }, { name: "fails", description: "", schema: z.object({}) }),
  ];
  const code = `async () => [
    await tools.blocks({}), await tools.command({}), await tools.nothing(),
    await tools.fails({}).catch((error) => error.message)]`;
  const [answer] = await evaluated(await Workspace.memory(), [code], { ptc: tools });
  assert.equal(answer.text, JSON.stringify(["a\nb", "c", null, "RangeError: broken"]));
});

test("a program makes so many calls at most", async () => {
  const code = "async () => { let n = 0; try { for (;;) { await tools.getPrice({ item: '' }); n += 1 } } catch (e) { return [n, e.code] } }";
  const [answer] = await evaluated(await Workspace.memory(), [code], { ptc: [price], maxPtcCalls: 3 });
  assert.equal(answer.text, '[3,"EPTCCALLS"]');
  await assert.rejects(createCodeInterpreterMiddleware(await Workspace.memory(), { maxPtcCalls: 0 }), UsageError);
  await assert.rejects(createCodeInterpreterMiddleware(await Workspace.memory(), { maxStackSizeBytes: 1 }), /unknown option/);
});

test("an interrupt in a tool stops the graph, and the program is run again", async () => {
  const workspace = await Workspace.memory();
  let sent = 0;
  const send = tool(
    async ({ to }) => {
      const answer = interrupt({ to });
      sent += 1;
      return `${answer} ${to}`;
    },
    { name: "send", description: "", schema: z.object({ to: z.string() }) },
  );
  const code = `async () => {
    await state.appendFile("/log", "begun ");
    try { return [await tools.send({ to: "ann" }), await tools.send({ to: "bob" })] } catch { return "caught" }
  }`;
  const model = new Scripted({ js_eval: { code } }, "done");
  const middleware = [await createCodeInterpreterMiddleware(workspace, { ptc: [send] })];
  const agent = createAgent({ model, tools: [send], middleware, checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  const first = await agent.invoke({ messages: [{ role: "user", content: "Send it." }] }, config);
  assert.deepEqual(first.__interrupt__[0].value, { to: "ann" });
  assert.equal(await workspace.files.exists("/log"), false);
  const second = await agent.invoke(new Command({ resume: "yes" }), config);
  assert.deepEqual(second.__interrupt__[0].value, { to: "bob" });
  const { messages } = await agent.invoke(new Command({ resume: "no" }), config);
  assert.match(messages.at(-2).text, /^\["yes ann","no bob"\]\n\[created \/log/);
  assert.equal(messages.at(-1).text, "done");
  assert.equal(await workspace.files.readFile("/log", "utf8"), "begun ");
  assert.equal(sent, 3);
});

test("cancelling the agent cancels the program and its tools", async () => {
  const workspace = await Workspace.memory();
  const controller = new AbortController();
  let aborted;
  const slow = tool(
    (_, config) =>
      new Promise((resolve) => {
        aborted = new Promise((done) => config.signal.addEventListener("abort", () => done(resolve("late"))));
        controller.abort();
      }),
    { name: "slow", description: "", schema: z.object({}) },
  );
  const model = new Scripted({ js_eval: { code: "async () => await tools.slow({})" } }, "done");
  const agent = createAgent({ model, tools: [slow], middleware: [await createCodeInterpreterMiddleware(workspace, { ptc: ["slow"] })] });
  const begun = agent.invoke({ messages: [{ role: "user", content: "Wait." }] }, { signal: controller.signal });
  await assert.rejects(begun, /[Aa]bort/);
  await aborted;
});

test("a deep agent with both", async () => {
  const workspace = await Workspace.memory();
  const model = new Scripted(
    { write_file: { file_path: "/in.csv", content: "pear,1\nfig,2\n" } },
    { js_eval: { code: "async () => { const text = await state.readFile('/in.csv'); await state.writeFile('/out', String(text.split('\\n').length - 1)) }" } },
    { read_file: { file_path: "/out" } },
    "two",
  );
  const agent = createDeepAgent({
    model,
    backend: new IsolateBackend(workspace),
    middleware: [await createCodeInterpreterMiddleware(workspace, { ptc: ["ls"], toolName: "js_eval" })],
  });
  const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Count." }] });
  assert.equal(messages.at(-1).text, "two");
  assert.equal(await workspace.files.readFile("/out", "utf8"), "2");
  assert.match(model.prompts[0][0].text, /tools/);
});
