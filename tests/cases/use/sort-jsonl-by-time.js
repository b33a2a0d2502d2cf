//! [files]
//! "/log.jsonl" = "{\"t\":\"2024-03-02T00:00:00Z\",\"n\":2}\n{\"t\":\"2024-03-01T23:00:00Z\",\"n\":1}\n"

const fs = require("fs");
const rows = fs.readFileSync("log.jsonl", "utf8").trim().split("\n").map((line) => JSON.parse(line));
rows.sort((a, b) => new Date(a.t) - new Date(b.t));
fs.writeFileSync("sorted.jsonl", rows.map((row) => JSON.stringify(row) + "\n").join(""));
console.log(fs.readFileSync("sorted.jsonl", "utf8").trim());
//= result: undefined
//= console.log: "{\"t\":\"2024-03-01T23:00:00Z\",\"n\":1}\n{\"t\":\"2024-03-02T00:00:00Z\",\"n\":2}"
//= created: /sorted.jsonl (- -> 70)
