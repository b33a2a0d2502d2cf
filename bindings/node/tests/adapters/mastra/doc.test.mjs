// The example of docs/adapters-typescript.md.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";

const page = readFileSync(new URL("../../../../../docs/adapters-typescript.md", import.meta.url), "utf8");
const section = page.split(/^## /m).find((part) => part.startsWith("Mastra\n"));
const [, example] = /^```js\n([^]*?)^```/m.exec(section);

const folder = mkdtempSync(new URL("../example-", import.meta.url).pathname);
after(() => rmSync(folder, { recursive: true }));

test("the example", () => {
  const code = `
    const cents = await Promise.all(["pear", "plum"].map((item) => external_price({ item })));
    await state.writeJson("/prices.json", cents);`;
  const steps = JSON.stringify([{ execute_typescript: { code } }, "Done:"]);
  assert.match(example, /model: "[^"]+"/);
  const model = example.replace(/model: "[^"]+"/, `model: scripted(...${steps})`);
  copyFileSync(new URL("model.mjs", import.meta.url), join(folder, "model.mjs"));
  writeFileSync(join(folder, "example.mjs"), `import { scripted } from "./model.mjs";\n${model}`);
  const output = execFileSync(process.execPath, ["example.mjs"], { cwd: folder, encoding: "utf8" });
  assert.equal(output.replace(/\s+/g, " "), "Done: [ 400, 400 ] /prices.json 1 ");
});
