// The code tool in the loop of the AI SDK, with a model that follows a script.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { Toolbox, UsageError, Workspace } from "isolate-run";
import { codeTool, tools } from "isolate-run/ai-sdk";
import { z } from "zod";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that calls `code` with one program after the other, then says "done". */
function scripted(programs) {
  const seen = [];
  let step = 0;
  const model = new MockLanguageModelV4({
    doGenerate: async (options) => {
      seen.push(options);
      const code = programs[step++];
      return code === undefined
        ? { content: [{ type: "text", text: "done" }], finishReason: { unified: "stop", raw: "stop" }, usage, warnings: [] }
        : {
            content: [
              { type: "tool-call", toolCallId: `c${step}`, toolName: "code", input: JSON.stringify({ code }) },
            ],
            finishReason: { unified: "tool-calls", raw: "tool_calls" },
            usage,
            warnings: [],
          };
    },
  });
  return { model, seen };
}

const price = tool({
  description: "The price of one item.",
  inputSchema: z.object({ item: z.string(), count: z.number().int().default(1) }),
  outputSchema: z.object({ cents: z.number() }),
  execute: async ({ item, count }, { toolCallId, abortSignal }) => {
    assert.match(toolCallId, /^c\d+:\d+$/);
    assert(abortSignal instanceof AbortSignal);
    return { cents: item.length * count * 100 };
  },
});

test("a model does a task with a program that calls the other tools of the call", async () => {
  const workspace = await Workspace.memory();
  const { model, seen } = scripted([
    `async () => {
      const prices = await Promise.all(["pear", "plum"].map((item) => tools.price({ item, count: 2 })));
      await state.writeJson("/prices.json", prices.map(({ cents }) => cents));
      return prices;
    }`,
    "async () => (await state.readJson('/prices.json')).length",
  ]);
  const { steps, text } = await generateText({
    model,
    prompt: "Prices, please.",
    tools: { code: await codeTool(workspace), price },
    experimental_toolCallers: { price: ["code"] },
    stopWhen: stepCountIs(5),
  });
  assert.equal(text, "done");
  const outputs = steps.flatMap((step) => step.toolResults.map(({ output }) => output));
  assert.deepEqual(outputs.map(({ status, result }) => [status, result]), [
    ["returned", [{ cents: 800 }, { cents: 800 }]],
    ["returned", 2],
  ]);
  assert.deepEqual(seen[0].tools.map(({ name }) => name), ["code"]);
  assert.match(seen[0].tools[0].description, /The price of one item\.[^]*price\(input: \{ item: string; count\?: number \}\): Promise<\{ cents: number \}>/);
  const answers = seen[2].prompt.filter(({ role }) => role === "tool").flatMap(({ content }) => content);
  assert.deepEqual(answers.map(({ output }) => output), [
    { type: "text", value: '[{"cents":800},{"cents":800}]\n[created /prices.json; run 1]' },
    { type: "text", value: "2" },
  ]);
  assert.equal(await workspace.files.readFile("/prices.json", "utf8").then((json) => JSON.parse(json)[0]), 800);
});

test("a model repairs its program from the error", async () => {
  const workspace = await Workspace.memory();
  const { model, seen } = scripted([
    "async () => { await state.writeFile('/a', 'x'); return await tools.price({ itm: 'pear' }); }",
    "async () => { return tools.price.cents.value; }",
    "async () => await tools.price({ item: 'pear' })",
  ]);
  const code = await codeTool(workspace, { tools: { price } });
  const { steps } = await generateText({ model, prompt: "…", tools: { code }, stopWhen: stepCountIs(5) });
  const [first, second, third] = steps.slice(0, 3).map((step) => step.toolResults[0].output);
  assert.equal(first.status, "threw");
  assert.match(first.text, /"item" is a required property\. It takes [^]*1 \| async \(\)[^]*Nothing that it wrote was kept/);
  assert.equal(await workspace.files.exists("/a"), false);
  assert.equal(second.status, "threw");
  assert.deepEqual(third.result, { cents: 400 });
  assert.equal(seen[1].prompt.at(-1).content[0].output.type, "error-text");
});

test("what the schema of a tool refuses only by itself is an error of the program", async () => {
  const even = tool({ inputSchema: z.object({ n: z.number().refine((n) => n % 2 === 0, "odd") }), execute: ({ n }) => n });
  const code = await codeTool(await Workspace.memory(), { tools: { even } });
  const run = (program) => code.execute({ code: program }, { toolCallId: "c1", messages: [] });
  assert.equal((await run("async () => await tools.even({ n: 2 })")).result, 2);
  assert.match((await run("async () => await tools.even({ n: 3 }).catch((e) => e.code + e.message)")).text, /^EINVALthe input of even is wrong: [^]*odd/);
});

test("long results and logs are cut, and say how", async () => {
  const code = await codeTool(await Workspace.memory(), { answerCharacters: 100 });
  const run = (program) => code.execute({ code: program }, { toolCallId: "c1", messages: [] });
  const long = await run("() => { console.log('y'.repeat(200)); return 'x'.repeat(1000) }");
  assert.equal(long.result, undefined);
  assert.match(long.text, /^x{100}\n\[cut: 900 of 1000 characters were left out; return less/);
  assert.match(long.text, /Log:\ny+\n\[cut: 200 characters, the middle is left out\]\ny+$/);
  assert.match((await run("() => {}")).text, /returned nothing and logged nothing: use `return`/);
  const values = await run("() => [1n, new Map([[1, new Set([2])]]), new Date(0), new Uint8Array([1]), undefined, NaN]");
  assert.deepEqual(values.result, [
    { $bigint: "1" }, { $map: [[1, { $set: [2] }]] }, "1970-01-01T00:00:00.000Z", { $bytes: "AQ==" }, null, null,
  ]);
});

test("approvals: by a callback, by rules, and later", async () => {
  const paid = [];
  const pay = tool({
    description: "Pays.",
    inputSchema: z.object({ euros: z.number() }),
    execute: ({ euros }) => {
      paid.push(euros);
      return `paid ${euros}`;
    },
  });
  const workspace = await Workspace.memory();
  const asked = [];
  const code = await codeTool(workspace, {
    tools: { pay },
    toolApproval: {
      pay: ({ euros }) => (euros > 100 ? { type: "denied", reason: "too much" } : euros > 10 ? "user-approval" : "approved"),
    },
    onApproval: ({ argument }) => {
      asked.push(argument.euros);
      return argument.euros < 20 ? true : undefined;
    },
  });
  const run = (euros) =>
    code.execute({ code: `async () => await tools.pay({ euros: ${euros} }).catch((e) => e.message)` }, { toolCallId: "c", messages: [] });
  assert.equal((await run(5)).result, "paid 5");
  assert.equal((await run(15)).result, "paid 15");
  assert.match((await run(500)).result, /too much/);
  const waiting = await run(50);
  assert.deepEqual([waiting.status, waiting.waitingFor[0].argument], ["suspended", { euros: 50 }]);
  assert.match(waiting.text, /waits for tools\.pay \(approval\)/);
  assert.deepEqual([asked, paid], [[15, 50], [5, 15]]);
  await workspace.answer(waiting.run, waiting.waitingFor[0], { approve: true });
  assert.equal((await code.resume(waiting.run)).result, "paid 50");
  assert.deepEqual(paid, [5, 15, 50]);
});

test("another process goes on with a run that was approved", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "isolate-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, "state.sqlite");
  const workspace = await Workspace.open(file);
  const pay = tool({ inputSchema: z.object({ euros: z.number() }), execute: () => assert.fail("it is called in the other process") });
  const code = await codeTool(workspace, { tools: { pay }, toolApproval: { pay: "user-approval" } });
  const program = "async () => { await state.writeFile('/bill', 'x'); return [await tools.pay({ euros: 5 }), await state.readFile('/bill')] }";
  const { run, waitingFor } = await code.execute({ code: program }, { toolCallId: "c", messages: [] });
  await workspace.answer(run, waitingFor[0], { approve: true });
  assert.equal(await workspace.files.exists("/bill"), false, "nothing is kept before it ends");
  await workspace.close();
  const other = `
    import { tool } from "ai";
    import { Workspace } from "isolate-run";
    import { codeTool } from "isolate-run/ai-sdk";
    import { z } from "zod";
    const pay = tool({ inputSchema: z.object({ euros: z.number() }), execute: ({ euros }) => "paid " + euros });
    const workspace = await Workspace.open(process.env.FILE);
    const code = await codeTool(workspace, { tools: { pay }, toolApproval: { pay: "user-approval" } });
    const [{ run }] = await workspace.pending();
    console.log(JSON.stringify((await code.resume(run)).result));
  `;
  const options = { cwd: new URL(".", import.meta.url).pathname, env: { ...process.env, FILE: file }, encoding: "utf8" };
  assert.equal(execFileSync(process.execPath, ["--input-type=module", "-e", other], options), '["paid 5","x"]\n');
});

test("needsApproval of a tool itself", async () => {
  const workspace = await Workspace.memory();
  const pay = tool({ inputSchema: z.object({ euros: z.number() }), execute: () => "paid", needsApproval: ({ euros }) => euros > 1 });
  const code = await codeTool(workspace, { tools: { pay } });
  const run = (euros) => code.execute({ code: `async () => await tools.pay({ euros: ${euros} })` }, { toolCallId: "c", messages: [] });
  assert.equal((await run(1)).result, "paid");
  assert.equal((await run(2)).status, "suspended");
});

test("abortSignal cancels the run and its tools", async () => {
  let aborted = false;
  const controller = new AbortController();
  const slow = tool({
    inputSchema: jsonSchema({ type: "object" }),
    execute: (_, { abortSignal }) =>
      new Promise((_resolve, reject) => {
        abortSignal.addEventListener("abort", () => {
          aborted = true;
          reject(new Error("aborted"));
        });
        controller.abort();
      }),
  });
  const { model } = scripted(["async () => await tools.slow({})"]);
  const code = await codeTool(await Workspace.memory(), { tools: { slow } });
  await assert.rejects(
    generateText({ model, prompt: "…", tools: { code }, abortSignal: controller.signal, stopWhen: stepCountIs(3) }),
    { name: "AbortError" },
  );
  for (let round = 0; round < 100 && !aborted; round += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  assert(aborted);
});

test("a tool may take as long as the run", async () => {
  const slow = tool({ inputSchema: jsonSchema({ type: "object" }), execute: () => new Promise((resolve) => setTimeout(resolve, 10_500, "slow")) });
  const code = await codeTool(await Workspace.memory(), { tools: { slow } });
  const { status, result } = await code.execute({ code: "async () => await tools.slow({})" }, { toolCallId: "c", messages: [] });
  assert.deepEqual([status, result], ["returned", "slow"]);
  const short = await codeTool(await Workspace.memory(), { tools: { slow }, run: { limits: { timeoutMs: 200 } } });
  const late = await short.execute({ code: "async () => await tools.slow({})" }, { toolCallId: "c", messages: [] });
  assert.equal(late.status, "limit");
  assert.match(late.text, /time/i);
});

test("names that are no identifiers, tools that answer several times, and streamText", async () => {
  const count = tool({
    inputSchema: jsonSchema({ type: "object", properties: { to: { type: "integer" } }, required: ["to"] }),
    async *execute({ to }) {
      for (let at = 1; at <= to; at += 1) yield at;
    },
  });
  const code = await codeTool(await Workspace.memory());
  let step = 0;
  const input = JSON.stringify({ code: "async () => await tools.count_to({ to: 3 })" });
  const finish = (unified) => ({ type: "finish", finishReason: { unified, raw: unified }, usage });
  const model = new MockLanguageModelV4({
    doStream: async () => ({
      stream: convertArrayToReadableStream(
        step++ === 0
          ? [{ type: "stream-start", warnings: [] }, { type: "tool-call", toolCallId: "c1", toolName: "code", input }, finish("tool-calls")]
          : [{ type: "stream-start", warnings: [] }, finish("stop")],
      ),
    }),
  });
  const result = streamText({
    model,
    prompt: "…",
    tools: { code, "count-to": count },
    experimental_toolCallers: { "count-to": ["code"] },
    stopWhen: stepCountIs(3),
  });
  await result.consumeStream();
  assert.equal((await result.steps)[0].toolResults[0].output.result, 3);
  assert.match(code.experimental_toolCaller.bind({ "count-to": count }).description, /\(the tool count-to\)[^]*count_to\(/);
});

test("wrong options and tools are named", async () => {
  const workspace = await Workspace.memory();
  await assert.rejects(codeTool(workspace, { tool: {} }), (error) => error instanceof UsageError && /did you mean "tools"/.test(error.message));
  await assert.rejects(codeTool(workspace, { tools: { ask: tool({ inputSchema: z.object({}), outputSchema: z.string() }) } }), /cannot call the tool ask/);
  await assert.rejects(codeTool(workspace, { tools: { "a-b": price, a_b: price } }), /rename one/);
});

test("the plain tools in the loop", async () => {
  const workspace = await Workspace.memory();
  const calls = [
    ["write", { path: "/a.txt", content: "one\ntwo\n" }],
    ["edit", { path: "/a.txt", edits: [{ oldText: "two", newText: "2" }] }],
    ["read", { path: "/missing.txt" }],
  ];
  const seen = [];
  const model = new MockLanguageModelV4({
    doGenerate: async (options) => {
      seen.push(options);
      const [toolName, input] = calls.shift() ?? [];
      return toolName === undefined
        ? { content: [{ type: "text", text: "done" }], finishReason: { unified: "stop", raw: "stop" }, usage, warnings: [] }
        : {
            content: [{ type: "tool-call", toolCallId: `c${calls.length}`, toolName, input: JSON.stringify(input) }],
            finishReason: { unified: "tool-calls", raw: "tool_calls" },
            usage,
            warnings: [],
          };
    },
  });
  const { steps } = await generateText({ model, prompt: "…", tools: tools(workspace, { actor: "model" }), stopWhen: stepCountIs(5) });
  assert.equal(await workspace.files.readFile("/a.txt", "utf8"), "one\n2\n");
  assert.deepEqual(steps.slice(0, 3).map((step) => step.toolResults[0].output.isOk), [true, true, false]);
  const edit = seen[0].tools.find(({ name }) => name === "edit");
  assert(edit.description.length > 20 && edit.inputSchema.properties.edits !== undefined);
  const last = seen[3].prompt.at(-1).content[0].output;
  assert.equal(last.type, "error-text");
  assert.match(last.value, /not_found/);
  assert.equal((await workspace.history())[0].actor, "model");
});

test("approvals of the plain tools are those of their toolbox", async () => {
  const workspace = await Workspace.memory();
  const toolbox = new Toolbox(workspace, { policy: { rules: [{ effect: "ask", verbs: ["write"], paths: ["/secret/**"] }] } });
  const { write } = tools(toolbox);
  const call = () => write.execute({ path: "/secret/a", content: "x" }, { toolCallId: "c", messages: [] });
  assert.equal((await call()).error.code, "approval_needed");
  assert(toolbox.approve(toolbox.pending()[0].id));
  assert((await call()).isOk);
  assert.throws(() => tools(toolbox, { actor: "x" }), UsageError);
});

test("a program gets its input", async () => {
  const code = await codeTool(await Workspace.memory(), { run: { readOnly: true } });
  const given = { toolCallId: "c", messages: [] };
  assert.deepEqual((await code.execute({ code: "(input) => [input.a]", input: { a: 1 } }, given)).result, [1]);
  assert.match((await code.execute({ code: "() => state.writeFile('/a', 'x')" }, given)).text, /EROFS|read-only/);
  assert.match(code.description, /It can read files and not change them/);
  assert.doesNotMatch(code.description, /writeFile\(/);
});
