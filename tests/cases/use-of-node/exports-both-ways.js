//! about = "Packages below node_modules with exports, main, subpaths and both kinds of modules."
//! [files]
//! "/node_modules/dual/package.json" = "{\"name\":\"dual\",\"version\":\"1.0.0\",\"exports\":{\".\":{\"import\":\"./esm.mjs\",\"require\":\"./cjs.cjs\"},\"./sub/*\":\"./lib/*.js\",\"./package.json\":\"./package.json\"}}"
//! "/node_modules/dual/esm.mjs" = "export default 'esm'; export const kind = 'import';"
//! "/node_modules/dual/cjs.cjs" = "module.exports = { kind: 'require' };"
//! "/node_modules/dual/lib/x.js" = "exports.x = 'sub';"
//! "/node_modules/@s/old/package.json" = "{\"name\":\"@s/old\",\"main\":\"./dist\"}"
//! "/node_modules/@s/old/dist/index.js" = "class Old { static v = 2 } module.exports = Old; module.exports.helper = () => require('dual').kind;"

import dual, { kind } from "dual";
import { x } from "dual/sub/x";
import Old, { helper } from "@s/old";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
console.log(dual, kind, x, Old.v, helper(), require("dual").kind, require("dual/package.json").version, require.resolve("@s/old"));
const codes = [];
for (const name of ["dual/lib/x.js", "nothing", "./none.js"]) {
  try { require(name); } catch (e) { codes.push(e.code); }
}
console.log(codes, Object.keys(await import("@s/old")).includes("helper"));
//= result: undefined
//= console.log: esm import sub 2 require require 1.0.0 /node_modules/@s/old/dist/index.js
//= console.log: "[\n  'ERR_PACKAGE_PATH_NOT_EXPORTED',\n  'MODULE_NOT_FOUND',\n  'MODULE_NOT_FOUND'\n] true"
