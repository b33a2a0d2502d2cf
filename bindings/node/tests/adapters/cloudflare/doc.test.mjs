// The example of docs/adapters-typescript.md.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";

const page = readFileSync(new URL("../../../../../docs/adapters-typescript.md", import.meta.url), "utf8");
const section = page.split(/^## /m).find((part) => part.startsWith("Cloudflare"));
const [, example] = /^```js\n([^]*?)^```/m.exec(section);

test("the example", (t) => {
  const cwd = mkdtempSync(new URL("../example-", import.meta.url).pathname);
  t.after(() => rmSync(cwd, { recursive: true }));
  writeFileSync(`${cwd}/example.mjs`, example);
  const text = execFileSync(process.execPath, ["example.mjs"], { cwd, encoding: "utf8" });
  assert.equal(text, "{ result: [ 'a.txt' ] }\n[ 'state.writeFile' ]\n");
});
