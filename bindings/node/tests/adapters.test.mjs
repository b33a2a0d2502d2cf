// Adapters without the SDKs that they are for.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import { UsageError, Workspace } from "./shared.mjs";

const require = createRequire(import.meta.url);
const folder = new URL("../dist/adapters/", import.meta.url);

test("each adapter loads without its SDK, as both kinds of module", async () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".mjs"));
  assert.notEqual(files.length, 0);
  for (const file of files) {
    const module = await import(new URL(file, folder).href);
    const common = require(new URL(file.replace(/\.mjs$/, ".js"), folder).pathname);
    assert.deepEqual(Object.keys(module), Object.keys(common).sort(), file);
    for (const name of Object.keys(module)) assert.equal(module[name], common[name], name);
  }
});

test("what is missing is named when it is needed", async () => {
  const { IsolateFilesystem } = require("../dist/adapters/mastra.js");
  const filesystem = new IsolateFilesystem(await Workspace.memory());
  await assert.rejects(filesystem.readFile("/none"), (error) => {
    assert(error instanceof UsageError);
    assert.equal(error.message, "isolate-run/mastra needs @mastra/core: npm install @mastra/core");
    return true;
  });
});
