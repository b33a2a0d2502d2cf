//! [files]
//! "/a.txt" = "x\ny"

const fs = require("fs");
const text = fs.readFileSync("a.txt", "utf8");
console.log(text.split("\n").map((line, index) => `${String(index + 1).padStart(3)}  ${line}`).join("\n"));
//= result: undefined
//= console.log: "  1  x\n  2  y"
