//! about = "JSON is imported with attributes, and modules share state through a cycle."
//! [files]
//! "/app/data.json" = "{\"version\":\"1.0.0\",\"deps\":{\"a\":\"^1\"}}"
//! "/app/a.js" = "import { b, count } from './b.js';\nexport const a = () => 'a' + (typeof b);\nexport let hits = 0;\nexport function hit() { hits += count(); }\n"
//! "/app/b.js" = "import { a } from './a.js';\nlet n = 0;\nexport const count = () => ++n;\nexport const b = { call: () => a() };\nexport { count as default };\n"
//! "/app/package.json" = "{\"type\":\"module\"}"

import data, { default as again } from "/app/data.json" with { type: "json" };
import * as a from "/app/a.js";
import count, { b } from "/app/b.js";
import fs, { readFileSync as read } from "fs";

a.hit();
a.hit();
console.log(data === again, data.deps, a.hits, count(), b.call(), Object.keys(a));
try { a.hits = 5; } catch (error) { console.log(error.name); }
data.deps.a = "^2";
console.log((await import("/app/data.json", { with: { type: "json" } })).default.deps.a);
fs.writeFileSync("/app/data.json", JSON.stringify({ ...data, version: "1.0.1" }, null, 2));
console.log(read("/app/data.json", "utf8"), JSON.parse(read("/app/package.json")).type);
export { count };
//= result: undefined
//= console.log: true { a: '^1' } 3 3 aobject [ 'a', 'hit', 'hits' ]
//= console.log: TypeError
//= console.log: ^2
//= console.log: "{\n  \"version\": \"1.0.1\",\n  \"deps\": {\n    \"a\": \"^2\"\n  }\n} module"
//= changed: /app/data.json (37 -> 55)
