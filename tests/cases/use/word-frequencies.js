//! [files]
//! "/text.txt" = "The cat. the dog, THE end\n"

const fs = require("node:fs");
const counts = new Map();
for (const word of fs.readFileSync("text.txt", "utf8").toLowerCase().match(/[a-z]+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
for (const [word, count] of [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))) console.log(word, count);
//= result: undefined
//= console.log: the 3
//= console.log: cat 1
//= console.log: dog 1
//= console.log: end 1
