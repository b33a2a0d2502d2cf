//! [files]
//! "/src/a.ts" = ""
//! "/src/b.js" = ""
//! "/src/c.ts" = ""
//! "/src/LICENSE" = ""

const fs = require("fs"), path = require("path");
const groups = {};
for (const name of fs.readdirSync("src").sort()) (groups[path.extname(name) || "(none)"] ??= []).push(name);
console.log(groups);
//= result: undefined
//= console.log: "{\n  '(none)': [ 'LICENSE' ],\n  '.ts': [ 'a.ts', 'c.ts' ],\n  '.js': [ 'b.js' ]\n}"
