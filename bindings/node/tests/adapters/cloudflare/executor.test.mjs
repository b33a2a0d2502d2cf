// The executor under Code Mode.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import { createBrowserCodeTool } from "@cloudflare/codemode/browser";
import { UsageError, Workspace } from "isolate-run";
import { IsolateExecutor } from "isolate-run/cloudflare";
import "isolate-run/cloudflare-workers-stub";

// Only after the stub.
const { createCodeTool, generateTypes, resolveProvider } = await import("@cloudflare/codemode/ai");
const { tool, jsonSchema, generateText, stepCountIs } = await import("ai");
const { MockLanguageModelV3 } = await import("ai/test");
const { z } = await import("zod");

const executor = new IsolateExecutor();
const fns = {
  add: async ({ a, b }) => a + b,
  positions: async (...args) => [args.length, ...args],
  fail: async () => {
    throw new TypeError("wrong");
  },
  never: () => new Promise(() => {}),
};
const run = (code, options) => executor.execute(code, [{ name: "codemode", fns }], options);

test("createCodeTool, with a model that follows a script", async () => {
  const workspace = await Workspace.memory();
  const add = tool({
    description: "Adds.",
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    execute: async ({ a, b }) => a + b,
  });
  const code = createCodeTool({ tools: { "add-numbers": add }, executor: new IsolateExecutor({ workspace }) });
  assert.match(code.description, /add_numbers/);
  const fenced = "```js\nasync () => { console.log('adding'); const sum = await codemode.add_numbers({ a: 1, b: 2 }); await state.writeFile('/sum', `${sum}`); return sum; }\n```";
  let step = 0;
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const model = new MockLanguageModelV3({
    doGenerate: async () =>
      step++ === 0
        ? { content: [{ type: "tool-call", toolCallId: "c", toolName: "code", input: JSON.stringify({ code: fenced }) }], finishReason: { unified: "tool-calls" }, usage, warnings: [] }
        : { content: [{ type: "text", text: "done" }], finishReason: { unified: "stop" }, usage, warnings: [] },
  });
  const { steps, text } = await generateText({ model, prompt: "…", tools: { code }, stopWhen: stepCountIs(3) });
  assert.deepEqual(steps[0].toolResults[0].output, { result: 3, logs: ["adding"] });
  assert.equal(text, "done");
  assert.equal(await workspace.files.readFile("/sum", "utf8"), "3");
  assert.match(generateTypes({ add }), /add/);
});

test("createBrowserCodeTool needs no stub", async () => {
  const schema = { type: "object", properties: { a: { type: "number" } } };
  const code = createBrowserCodeTool({
    tools: { twice: { description: "Doubles.", inputSchema: schema, execute: async ({ a }) => a * 2 } },
    executor,
  });
  assert.deepEqual(await code.execute({ code: "async () => await codemode.twice({ a: 4 })" }), { result: 8 });
  await assert.rejects(code.execute({ code: "async () => { console.warn('w'); throw new Error('no') }" }), /Code execution failed: no\n\nConsole output:\n\[warn\] w/);
});

test("arguments by position, results and errors", async () => {
  assert.deepEqual((await run("async () => await codemode.positions(1, undefined, [2])")).result, [3, 1, undefined, [2]]);
  const rich = await run("async () => await codemode.positions(new Uint8Array([1]), new Date(5), new Map([[1, 2n]]))");
  assert.deepEqual(rich.result, [3, new Uint8Array([1]), new Date(5), new Map([[1, 2n]])]);
  assert.deepEqual(await run("async () => await codemode.fail()"), { result: undefined, error: "wrong", logs: [] });
  assert.equal((await run("async () => await codemode.nope()")).error, 'Tool "nope" not found');
  assert.equal((await run("async () => await codemode.fail().catch((e) => e.message)")).result, "wrong");
  const all = "async () => (await Promise.all([1, 2, 3].map((a) => codemode.add({ a, b: 1 })))).join()";
  assert.equal((await run(all)).result, "2,3,4");
  const logs = "async () => { console.log('a', 1); console.warn('b'); console.error('c') }";
  assert.deepEqual(await run(logs), { result: undefined, logs: ["a 1", "[warn] b", "[error] c"] });
  assert.deepEqual((await executor.execute("async () => await codemode.add({ a: 1, b: 1 })", fns)).result, 2, "functions without a provider");
});

test("it never throws", async () => {
  assert.match((await run("async () => { const a = ; }")).error, /Unexpected token/);
  assert.match((await run("async () => 1)(); (async () => 2")).error, /Unexpected token/);
  assert.equal((await run("async () => { throw null }")).error, "null");
  assert.match((await run(5)).error, /./);
  assert.match((await executor.execute("async () => 1", null)).error, /./);
  const impatient = new IsolateExecutor({ timeout: 200 });
  assert.equal((await impatient.execute("async () => { for (;;); }", [])).error, "Execution timed out");
  assert.equal((await impatient.execute("async () => await codemode.never()", [{ name: "codemode", fns }])).error, "Execution timed out");
  const poor = new IsolateExecutor({ limits: { memoryBytes: 1 << 20 } });
  assert.match((await poor.execute("async () => { const a = []; for (;;) a.push(new Array(1000).fill(0)) }", [])).error, /memory/);
  assert.match((await run("async () => [() => 1, Symbol('a')]")).result.join(), /function/);
  const odd = { name: "odd", fns: { answers: async () => () => 1 } };
  assert.match((await executor.execute("async () => await odd.answers()", [odd])).error, /is a function/);
});

test("a program does not wait for calls that it does not await", async () => {
  const begun = performance.now();
  assert.deepEqual(await run("async () => { codemode.never(); return 1 }"), { result: 1, logs: [] });
  assert.equal((await run("async () => { codemode.never(); throw new Error('no') }")).error, "no");
  assert(performance.now() - begun < 5000);
});

test("several providers, one in the place of state, and preludes", async () => {
  const prelude = "codemode.twice = async (name, work) => { await codemode.note(name); return [await work(), await work()]; };";
  const notes = [];
  const providers = [
    { name: "codemode", fns: { note: async (name) => notes.push(name) }, prelude },
    { name: "state", fns: { readFile: async (path) => `of the provider: ${path}` } },
    resolveProvider({ name: "math", tools: { "add-one": tool({ inputSchema: jsonSchema({ type: "number" }), execute: async (n) => n + 1 }) } }),
  ];
  const code = "async () => { let n = 0; const all = await codemode.twice('step', () => math.add_one(n++)); return [all, await state.readFile('/a')] }";
  assert.deepEqual((await executor.execute(code, providers)).result, [[1, 2], "of the provider: /a"]);
  assert.deepEqual(notes, ["step"]);
});

test("connectors: by callTool, with their control values", async () => {
  const called = [];
  const binding = {
    async callTool(method, args) {
      called.push([method, args]);
      if (method === "pause") return { __codemode_control__: "pause" };
      if (method === "refuse") return { __codemode_control__: "error", message: "not allowed" };
      return { method, args };
    },
  };
  const connectors = [{ name: "github", binding }];
  assert.deepEqual((await run("async () => await github.list({ n: 1 }, 'dropped')", { connectors })).result, { method: "list", args: { n: 1 } });
  assert.equal((await run("async () => await github.pause()", { connectors })).error, "__CODEMODE_PAUSE__");
  assert.equal((await run("async () => await github.refuse()", { connectors })).error, "not allowed");
  assert.deepEqual(called, [["list", { n: 1 }], ["pause", undefined], ["refuse", undefined]]);
  const same = [{ name: "codemode", binding }];
  assert.equal((await run("async () => (await codemode.add({})).method", { connectors: same })).result, "add", "a connector takes the place of a provider");
});

test("names", async () => {
  for (const [providers, error] of [
    [[{ name: "a b", fns: {} }], 'Provider name "a b" is not a valid JavaScript identifier'],
    [[{ name: "__codemode", fns: {} }], 'Provider name "__codemode" is reserved'],
    [[{ name: "a", fns: {} }, { name: "a", fns: {} }], 'Duplicate provider name "a"'],
    [[{ name: "a", fns: { "x-y": fns.add, "x.y": fns.add } }], 'Tool names "x-y" and "x.y" both sanitize to "x_y" in provider "a"'],
  ]) {
    assert.deepEqual(await executor.execute("async () => 1", providers), { result: undefined, error });
  }
  const words = [{ name: "a", fns: { delete: async () => "deleted", "2x": async () => 2 } }];
  assert.deepEqual((await executor.execute("async () => [await a.delete_(), await a._2x()]", words)).result, ["deleted", 2]);
  assert.throws(() => new IsolateExecutor({ timeoutMs: 5 }), UsageError);
});

test("files are there for one program, or are those of a workspace", async () => {
  const write = "async () => { await state.writeFile('/a', 'x'); return await state.exists('/a') }";
  const exists = "async () => await state.exists('/a')";
  assert.deepEqual([(await run(write)).result, (await run(exists)).result], [true, false]);
  const workspace = await Workspace.memory();
  const kept = new IsolateExecutor({ workspace });
  assert.deepEqual([(await kept.execute(write, [])).result, (await kept.execute(exists, [])).result], [true, true]);
});

test("the stub as an option of Node", () => {
  const code = 'import { createCodeTool } from "@cloudflare/codemode/ai"; import { CodemodeConnector } from "@cloudflare/codemode"; console.log(typeof createCodeTool, typeof CodemodeConnector)';
  const cwd = new URL(".", import.meta.url).pathname;
  const text = execFileSync(process.execPath, ["--import", "isolate-run/cloudflare-workers-stub", "--input-type=module", "-e", code], { cwd, encoding: "utf8" });
  assert.equal(text, "function function\n");
});
