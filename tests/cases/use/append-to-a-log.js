const fs = require("fs");
for (const line of ["one", "two"]) fs.appendFileSync("run.log", line + "\n");
console.log(fs.readFileSync("run.log", "utf8").split("\n").length);
//= result: undefined
//= console.log: 3
//= created: /run.log (- -> 8)
