//! about = "Configuration modules are made, required, changed, and required again."
//! [files]
//! "/conf/base.js" = "exports.name = 'base'; exports.deep = { a: 1 }; exports.count = (exports.count || 0) + 1;"
//! "/conf/data.json" = "{ \"list\": [1, 2, 3] }"

const fs = require("fs");
const path = require("path");

const base = require("/conf/base.js");
fs.writeFileSync("/conf/prod.js", `
const base = require("./base");
const data = require("./data.json");
module.exports = { ...base, name: "prod", total: data.list.reduce((a, b) => a + b), dir: __dirname, file: __filename };
module.exports.self = require.main === module;
`);
const prod = require(path.join("/conf", "prod"));
console.log(prod, base.count, require("/conf/base") === base);
data = require("/conf/data");
data.list.push(4);
console.log(require("/conf/data.json").list.length);
fs.writeFileSync("/conf/prod.js", "module.exports = 'changed';");
console.log(typeof require("/conf/prod"));
delete require.cache[require.resolve("/conf/prod")];
console.log(require("/conf/prod"));
try {
  require("/conf/nothing");
} catch (error) {
  console.log(error.code, error.message.split(/[:\n]/)[0]);
}
//= result: undefined
//= console.log: "{\n  name: 'prod',\n  deep: { a: 1 },\n  count: 1,\n  total: 6,\n  dir: '/conf',\n  file: '/conf/prod.js',\n  self: false\n} 1 true"
//= console.log: 4
//= console.log: object
//= console.log: changed
//= console.log: MODULE_NOT_FOUND Cannot find module '/conf/nothing'
//= created: /conf/prod.js (- -> 27)
