// The example of docs/adapters-typescript.md.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";

const page = readFileSync(new URL("../../../../../docs/adapters-typescript.md", import.meta.url), "utf8");
const section = page.split(/^## /m).find((part) => part.startsWith("OpenAI Agents\n"));
const [example, sandbox] = [...section.matchAll(/^```js\n([^]*?)^```/gm)].map(([, code]) => code);

const folder = mkdtempSync(new URL("../example-", import.meta.url).pathname);
after(() => rmSync(folder, { recursive: true }));

/** What an example says whose model follows a script. */
function said(name, code, ...steps) {
  assert.match(code, /model: "[^"]+"/);
  const scripted = code.replace(/model: "[^"]+"/, `model: new Scripted(...${JSON.stringify(steps)})`);
  copyFileSync(new URL("model.mjs", import.meta.url), join(folder, "model.mjs"));
  writeFileSync(join(folder, name), `import { Scripted } from "./model.mjs";\n${scripted}`);
  const env = { ...process.env, OPENAI_AGENTS_DISABLE_TRACING: "1" };
  return execFileSync(process.execPath, [name], { cwd: folder, encoding: "utf8", env }).replace(/\s+/g, " ");
}

test("the example", () => {
  const code = `async () => {
    const cents = await Promise.all(["pear", "plum"].map((item) => shop.price({ item })));
    await state.writeJson("/prices.json", cents);
  }`;
  assert.equal(said("example.mjs", example, { run: { code } }, "Done:"), "Done: [ 400, 400 ] ");
});

test("the example of a sandbox", () => {
  const step = { exec_command: { cmd: "seq 3 > numbers.txt" } };
  assert.equal(said("sandbox.mjs", sandbox, step, "Done:"), "Done: 1 2 3 ");
});
