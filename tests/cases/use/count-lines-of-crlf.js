//! [files]
//! "/log.txt" = "a\r\nb\r\n\r\nc\r\n"

const fs = require("fs");
const lines = fs.readFileSync("log.txt", "utf8").split(/\r?\n/);
if (lines.at(-1) === "") lines.pop();
console.log(lines.length, JSON.stringify(lines));
//= result: undefined
//= console.log: 4 ["a","b","","c"]
