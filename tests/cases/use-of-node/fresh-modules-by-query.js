//! about = "A module is changed, and imported anew by a query; a required one by the cache."
//! [files]
//! "/m/rules.mjs" = "export const version = 1;\nexport default (x) => x + 1;\n"
//! "/m/legacy.js" = "module.exports = { version: 1 };\n"

import { writeFileSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const url = pathToFileURL("/m/rules.mjs").href;
const first = await import(url);
writeFileSync("/m/rules.mjs", readFileSync("/m/rules.mjs", "utf8").replace("version = 1", "version = 2").replace("x + 1", "x * 10"));
const same = await import("/m/rules.mjs");
const fresh = await import(`${url}?v=2`);
const again = await import(`${url}?v=2`);
const short = await import("/m/rules.mjs?t=3#hash");
console.log(first.version, same === first, fresh.version, fresh.default(4), again === fresh, short === fresh, short.version);
const legacy = require("/m/legacy.js");
writeFileSync("/m/legacy.js", "module.exports = { version: 2 };\n");
console.log(require("/m/legacy").version, require("/m/legacy") === legacy);
delete require.cache[require.resolve("/m/legacy.js")];
console.log(require("/m/legacy").version, Object.keys(require.cache).filter((k) => k.startsWith("/m/")));
require.cache["/m/legacy.js"].exports = { version: "mock" };
console.log(require("/m/legacy").version);
//= result: undefined
//= console.log: 1 true 2 40 true false 2
//= console.log: 1 true
//= console.log: 2 [ '/m/legacy.js' ]
//= console.log: mock
//= changed: /m/legacy.js (33 -> 33)
//= changed: /m/rules.mjs (55 -> 56)
