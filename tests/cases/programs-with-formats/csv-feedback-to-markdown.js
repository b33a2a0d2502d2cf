//! about = "Cells with commas, quotes and line ends become a table of Markdown."
//! [files]
//! "/feedback.csv" = """
//! Name,Score,Comment
//! Ann,5,"Great, would buy again"
//! Bo,2,"Broken on arrival.
//! Support said: ""send it back"".
//!
//! Still waiting."
//! "Cy ""the knife"" Dee",4,Fine | ok
//! Eve,,"  "
//! """

const fs = require("fs");
const { parse } = require("csv-parse/sync");

const [header, ...records] = parse(fs.readFileSync("/feedback.csv", "utf8"));
const cell = (s) => s.trim().replace(/\|/g, "\\|").replace(/\s*\n+\s*/g, "<br>") || "–";
const line = (cells) => `| ${cells.map(cell).join(" | ")} |`;
const markdown = [line(header), `|${" --- |".repeat(header.length)}`, ...records.map(line)].join("\n") + "\n";
fs.writeFileSync("/feedback.md", markdown);
console.log(markdown);
//= result: undefined
//= console.log: "| Name | Score | Comment |\n| --- | --- | --- |\n| Ann | 5 | Great, would buy again |\n| Bo | 2 | Broken on arrival.<br>Support said: \"send it back\".<br>Still waiting. |\n| Cy \"the knife\" Dee | 4 | Fine \\| ok |\n| Eve | – | – |\n"
//= created: /feedback.md (- -> 227)
