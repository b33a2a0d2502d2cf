// Node's answers: `TZ=UTC node answers.cjs > answers.txt`, or the lines of one name:
// `TZ=UTC node answers.cjs Array.at`.
const fs = require("node:fs");
const calls = eval(fs.readFileSync(`${__dirname}/calls.js`, "utf8"));
console.log(calls(process.argv[2]).join("\n"));
