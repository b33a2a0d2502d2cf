//! about = "Plugins in files, CommonJS and ESM, are loaded by import() and run in order of their priority."
//! [files]
//! "/plugins/upper.mjs" = "export const priority = 2;\nexport default function upper(text) { return text.toUpperCase(); }\n"
//! "/plugins/trim.cjs" = "exports.priority = 1;\nexports.default = (text) => text.trim();\nexports.path = __filename;\n"
//! "/plugins/broken.mjs" = "export const priority = ;\n"
//! "/plugins/throws.mjs" = "throw new Error('at load');\n"
//! "/plugins/lib/suffix.js" = "module.exports = { priority: 3, run: (t) => t + require('./mark') };\n"
//! "/plugins/lib/mark.js" = "module.exports = '!';\n"
//! "/plugins/lib/package.json" = "{\"type\":\"commonjs\",\"main\":\"suffix.js\"}"

import { readdir } from "node:fs/promises";
import path from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const plugins = [];
for (const name of (await readdir("/plugins")).sort()) {
  const file = path.join("/plugins", name);
  try {
    const loaded = name === "lib" ? require(file) : await import(pathToFileURL(file).href);
    const run = loaded.run ?? (typeof loaded.default === "function" ? loaded.default : loaded.default.default);
    plugins.push({ name, priority: loaded.priority ?? loaded.default.priority, run });
  } catch (error) {
    console.log(`${name}: ${error.name} ${error.message.split("\n")[0].includes("at load")}`);
  }
}
plugins.sort((a, b) => a.priority - b.priority);
console.log(plugins.map((p) => p.name));
console.log(JSON.stringify(plugins.reduce((text, { run }) => run(text), "  hello ")));
console.log(require("/plugins/trim.cjs").path, typeof import.meta.dirname, import.meta.url.startsWith("file:///"));
const ns = await import("/plugins/upper.mjs");
console.log(Object.keys(ns), ns[Symbol.toStringTag], await import("/plugins/none.mjs").catch((e) => e.code.endsWith("MODULE_NOT_FOUND")));
//= result: undefined
//= console.log: broken.mjs: SyntaxError false
//= console.log: throws.mjs: Error true
//= console.log: [ 'trim.cjs', 'upper.mjs', 'lib' ]
//= console.log: "\"HELLO!\""
//= console.log: /plugins/trim.cjs string true
//= console.log: [ 'default', 'priority' ] Module true
