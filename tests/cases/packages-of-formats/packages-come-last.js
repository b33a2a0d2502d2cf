//! about = "A package in node_modules wins over what answers for its name; a broken one is its own error."
//! [files]
//! "/node_modules/papaparse/package.json" = "{\"main\": \"own.js\"}"
//! "/node_modules/papaparse/own.js" = "module.exports = { own: true };"
//! "/node_modules/yaml/package.json" = "{\"exports\": {\".\": \"./gone.js\"}}"
//! "/lib/node_modules/ini/index.js" = "exports.near = true;"
//! "/lib/use.js" = "exports.ini = Object.keys(require('ini'));"

console.log(JSON.stringify(require("papaparse")), JSON.stringify((await import("papaparse")).default));
console.log(JSON.stringify(require("/lib/use.js")), typeof require("ini").parse, require.resolve("ini"), require.resolve("papaparse"));
console.log(require("ini") === require("ini"), (await import("ini")).default === require("ini"));
for (const name of ["yaml", "js-yaml/dist/js-yaml.mjs", "csv"]) {
  try {
    require(name);
  } catch (error) {
    console.log(error.code, error.message.split(";")[0]);
  }
}
//= result: undefined
//= console.log: {"own":true} {"own":true}
//= console.log: {"ini":["near"]} function ini /node_modules/papaparse/own.js
//= console.log: true true
//= console.log: MODULE_NOT_FOUND Cannot find module 'yaml': there is no /node_modules/yaml/gone.js
//= console.log: MODULE_NOT_FOUND Cannot find module 'js-yaml/dist/js-yaml.mjs': /node_modules has papaparse, yaml
//= console.log: MODULE_NOT_FOUND Cannot find module 'csv': /node_modules has papaparse, yaml
