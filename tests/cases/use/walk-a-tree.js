//! [files]
//! "/d/a.txt" = "1"
//! "/d/e/b.txt" = "22"
//! "/d/e/f/c.txt" = "333"

const fs = require("fs"), path = require("path");
let total = 0;
const walk = (folder) => {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => a.name < b.name ? -1 : 1)) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) walk(file);
    else { total += fs.statSync(file).size; console.log(file); }
  }
};
walk("d");
console.log(total);
//= result: undefined
//= console.log: d/a.txt
//= console.log: d/e/b.txt
//= console.log: d/e/f/c.txt
//= console.log: 6
