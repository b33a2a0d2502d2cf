// The example of docs/adapters-typescript.md.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const page = readFileSync(new URL("../../../../../docs/adapters-typescript.md", import.meta.url), "utf8");
const section = page.split(/^## /m).find((part) => part.startsWith("`run` and"));
const [, example] = /^```js\n([^]*?)^```/m.exec(section);

test("the example", () => {
  const cwd = new URL(".", import.meta.url).pathname;
  const text = execFileSync(process.execPath, ["--input-type=module", "-e", example], { cwd, encoding: "utf8" });
  assert.equal(text, "draft-1 is published\n");
});
