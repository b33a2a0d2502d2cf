// The examples of docs/adapters-typescript.md.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, test } from "node:test";

const page = readFileSync(new URL("../../../../../docs/adapters-typescript.md", import.meta.url), "utf8");
const section = page.split(/^## /m).find((part) => part.startsWith("AI SDK\n"));
const [task, approval, plain, commands] = [...section.matchAll(/^```js\n([^]*?)^```/gm)].map(([, code]) => code);

const folder = mkdtempSync(new URL("../example-", import.meta.url).pathname);
after(() => rmSync(folder, { recursive: true }));

const model = (toolName, input) => `
import { MockLanguageModelV4 } from "ai/test";
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
let step = 0;
const model = new MockLanguageModelV4({
  doGenerate: async () => step++ === 0
    ? { content: [{ type: "tool-call", toolCallId: "c", toolName: "${toolName}", input: ${JSON.stringify(JSON.stringify(input))} }], finishReason: { unified: "tool-calls" }, usage, warnings: [] }
    : { content: [{ type: "text", text: "Done:" }], finishReason: { unified: "stop" }, usage, warnings: [] },
});
`;

function output(name, code) {
  writeFileSync(`${folder}/${name}`, code);
  return execFileSync(process.execPath, [name], { cwd: folder, encoding: "utf8" });
}

/** An example, with a model that makes one call. */
function scripted(example, toolName, input) {
  assert.match(example, /model: "[^"]+"/);
  return model(toolName, input) + example.replace(/model: "[^"]+"/, "model");
}

test("a task", () => {
  const code = "async () => { const cents = [await tools.price({ item: 'pear' }), await tools.price({ item: 'plum' })]; await state.writeJson('/prices.json', cents); }";
  assert.equal(output("task.mjs", scripted(task, "code", { code })).replace(/\s/g, ""), "Done:[400,400]");
});

test("plain tools", () => {
  const input = { path: "/hello.txt", content: "Hello!\n" };
  assert.equal(output("plain.mjs", scripted(plain, "write", input)), "Done: Hello!\n\n");
});

test("a sandbox", () => {
  const code = scripted(commands, "bash", { command: "seq 3 > /numbers.txt" });
  assert.equal(output("commands.mjs", code), "Done: 1\n2\n3\n\n");
});

test("an approval", () => {
  assert.equal(output("approval.mjs", approval), "paid 5\n");
});
