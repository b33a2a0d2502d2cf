//! [files]
//! "/node_modules/esm/package.json" = "{ \"type\": \"module\", \"exports\": { \".\": { \"require\": \"./no.js\", \"import\": \"./yes.js\" }, \"./parts/*\": \"./src/*.js\" } }"
//! "/node_modules/esm/yes.js" = "export const from = 'import';"
//! "/node_modules/esm/no.js" = "exports.from = 'require';"
//! "/node_modules/esm/src/a.js" = "export default 'part a';"
//! "/node_modules/@scope/cjs/package.json" = "{ \"main\": \"lib/main\" }"
//! "/node_modules/@scope/cjs/lib/main.js" = "exports.a = 1;\nexports.b = () => require('./other').whole;\nexports.data = require('./d.json');"
//! "/node_modules/@scope/cjs/lib/other.js" = "const main = require('./main');\nmodule.exports = { whole: 'early ' + main.a };"
//! "/node_modules/@scope/cjs/lib/d.json" = "[1, 2]"

import { from } from "esm";
import part from "esm/parts/a";
import cjs, { a, b } from "@scope/cjs";
return [from, part, a, b(), cjs.data, require("esm").from, require("@scope/cjs") === cjs];

//= result: ["import", "part a", 1, "early 1", [1, 2], "require", true]
