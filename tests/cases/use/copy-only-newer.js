//! [files]
//! "/from/a.txt" = "new"
//! "/to/a.txt" = "old"
//! "/from/b.txt" = "b"

const fs = require("fs"), path = require("path");
fs.utimesSync("to/a.txt", 1, 1);
for (const name of fs.readdirSync("from").sort()) {
  const from = path.join("from", name), to = path.join("to", name);
  if (!fs.existsSync(to) || fs.statSync(from).mtimeMs > fs.statSync(to).mtimeMs) fs.copyFileSync(from, to);
}
console.log(fs.readFileSync("to/a.txt", "utf8"), fs.readFileSync("to/b.txt", "utf8"));
//= result: undefined
//= console.log: new b
//= created: /to/b.txt (- -> 1)
//= changed: /to/a.txt (3 -> 3)
