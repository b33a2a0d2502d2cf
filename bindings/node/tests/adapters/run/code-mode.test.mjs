// @ai-sdk/code-mode, which imports `run`, on this package.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { test } from "node:test";

import * as codeMode from "@ai-sdk/code-mode";
import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { z } from "zod";

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };

/** A model that calls the tool `code` with one program, then says "done". */
function scripted(js) {
  let step = 0;
  return new MockLanguageModelV4({
    doGenerate: async () =>
      step++ === 0
        ? {
            content: [{ type: "tool-call", toolCallId: "c1", toolName: "code", input: JSON.stringify({ js }) }],
            finishReason: { unified: "tool-calls" },
            usage,
            warnings: [],
          }
        : { content: [{ type: "text", text: "done" }], finishReason: { unified: "stop" }, usage, warnings: [] },
  });
}

const price = tool({
  description: "The price of an item.",
  inputSchema: z.object({ item: z.string() }),
  execute: ({ item }) => item.length * 100,
});

test("it is this package that code-mode imports", () => {
  const manifest = createRequire(import.meta.resolve("@ai-sdk/code-mode"))("run/package.json");
  assert.equal(manifest.name, "isolate-run-compat");
});

test("a model does a task", async () => {
  const { steps, text } = await generateText({
    model: scripted("const all = await Promise.all(['pear', 'plum'].map((item) => tools.price({ item })));\nreturn all.reduce((a, b) => a + b);"),
    prompt: "…",
    tools: { code: codeMode.experimental_codeModeTool(), price },
    experimental_toolCallers: { price: ["code"] },
    stopWhen: stepCountIs(3),
  });
  assert.deepEqual([steps[0].toolResults[0].output, text], [800, "done"]);
});

test("errors reach code-mode as it knows them", async () => {
  const run = (js, executionPolicy) => codeMode.experimental_runCodeMode({ js, tools: { price }, options: { executionPolicy } });
  await assert.rejects(run("return await tools.nope({})"), (error) => error instanceof codeMode.CodeModeToolError && /Unknown tool: nope/.test(error.message));
  await assert.rejects(run("return await tools.price({ item: 1 })"), (error) => error instanceof codeMode.CodeModeToolError && /Invalid input/.test(error.message));
  await assert.rejects(run("for (;;);", { timeoutMs: 150 }), codeMode.CodeModeTimeoutError);
  await assert.rejects(run("tools.price({ item: 'a' }); return 1"), codeMode.CodeModeDetachedBridgeRequestError);
  await assert.rejects(run("for (let i = 0; i < 3; i++) await tools.price({ item: 'a' })", { maxBridgeRequests: 2 }), codeMode.CodeModeBridgeLimitError);
  await assert.rejects(run("const a = 1;\nthrow new RangeError('failed')"), (error) => /failed/.test(error.message) && /code-mode\.js:2:/.test(error.stack));
  await assert.rejects(run("const b = ;"), (error) => error.name === "SyntaxError");
  const controller = new AbortController();
  const slow = tool({ inputSchema: z.object({}), execute: () => new Promise(() => controller.abort()) });
  const toolExecutionOptions = { abortSignal: controller.signal };
  await assert.rejects(codeMode.experimental_runCodeMode({ js: "await tools.slow({})", tools: { slow }, toolExecutionOptions }), codeMode.CodeModeAbortedError);
});

test("an approval interrupts the loop of the SDK, and another process goes on", async () => {
  const signingKey = "k".repeat(32);
  const options = { approval: { mode: "interrupt" }, continuationSecurity: { signingKey } };
  const paid = [];
  const pay = tool({ inputSchema: z.object({ euros: z.number() }), needsApproval: true, execute: ({ euros }) => paid.push(euros) });
  const { steps } = await generateText({
    model: scripted("const before = await tools.price({ item: 'pear' });\nreturn [before, await tools.pay({ euros: 5 }), await tools.price({ item: 'ok' })];"),
    prompt: "…",
    tools: { code: codeMode.experimental_codeModeTool(options), pay, price },
    experimental_toolCallers: { pay: ["code"], price: ["code"] },
    stopWhen: stepCountIs(1),
  });
  const interrupt = codeMode.experimental_getCodeModeInterrupt(steps[0].toolResults[0].output, options.continuationSecurity);
  assert(codeMode.experimental_isCodeModeApprovalInterrupt(interrupt, options.continuationSecurity));
  assert.deepEqual([interrupt.toolName, interrupt.input, paid], ["pay", { euros: 5 }, []]);

  const code = `
    import * as codeMode from "@ai-sdk/code-mode";
    import { tool } from "ai";
    import { z } from "zod";
    const called = [];
    const pay = tool({ inputSchema: z.object({ euros: z.number() }), needsApproval: true, execute: ({ euros }) => { called.push("pay"); return "paid " + euros; } });
    const price = tool({ inputSchema: z.object({ item: z.string() }), execute: ({ item }) => { called.push(item); return item.length * 100; } });
    const { interrupt, signingKey, approved } = JSON.parse(process.env.GIVEN);
    const value = await codeMode.experimental_continueCodeModeApproval({
      interrupt,
      approvalResponse: { approvalId: interrupt.interruptId, approved, reason: "too much" },
      tools: { pay, price },
      options: { continuationSecurity: { signingKey } },
    }).catch((error) => error.constructor.name + ": " + error.message);
    console.log(JSON.stringify({ value, called }));
  `;
  const continued = (approved) => {
    const env = { ...process.env, GIVEN: JSON.stringify({ interrupt, signingKey, approved }) };
    const cwd = new URL(".", import.meta.url).pathname;
    return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd, env, encoding: "utf8" }));
  };
  assert.deepEqual(continued(true), { value: [400, "paid 5", 200], called: ["pay", "ok"] });
  const denied = continued(false);
  assert.match(denied.value, /CodeModeToolApprovalDeniedError/);
  assert.deepEqual(denied.called, []);
});
