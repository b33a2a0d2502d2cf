// The example of docs/adapters-typescript.md.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";

const page = readFileSync(new URL("../../../../../docs/adapters-typescript.md", import.meta.url), "utf8");
const section = page.split(/^## /m).find((part) => part.startsWith("Claude Agent SDK\n"));
const [, example] = /^```js\n([^]*?)^```/m.exec(section);

const folder = mkdtempSync(new URL("../example-", import.meta.url).pathname);
after(() => rmSync(folder, { recursive: true }));

test("the example", () => {
  const code = "async () => { await state.writeJson('/squares.json', [1, 2, 3].map((n) => n * n)) }";
  const script = JSON.stringify([["mcp__isolate__run", { code }]]);
  const imported = 'import { query } from "@anthropic-ai/claude-agent-sdk";\n';
  assert(example.includes(imported));
  const instead = `import { scripted } from "./query.mjs";\nconst query = scripted(${script}, "Done:");\n`;
  copyFileSync(new URL("query.mjs", import.meta.url), join(folder, "query.mjs"));
  writeFileSync(join(folder, "example.mjs"), example.replace(imported, instead));
  const output = execFileSync(process.execPath, ["example.mjs"], { cwd: folder, encoding: "utf8" });
  assert.equal(output.replace(/\s+/g, " "), "Done: [ 1, 4, 9 ] ");
});
