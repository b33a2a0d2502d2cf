//! about = "A tool with exports and a main part; as a program, the main part runs."
//! [files]
//! "/in/a.txt" = "hello world\n"

"use strict";
const fs = require("fs");
const path = require("path");

function wordCount(text) {
  return text.split(/\s+/).filter(Boolean).length;
}

function run(dir) {
  for (const name of fs.readdirSync(dir)) {
    const file = path.join(dir, name);
    console.log(`${file}: ${wordCount(fs.readFileSync(file, "utf8"))}`);
  }
}

if (require.main === module) {
  run("/in");
}

module.exports = { wordCount, run };
//= result: { wordCount: function(wordCount), run: function(run) }
//= console.log: /in/a.txt: 2
