//! [files]
//! "/in/a.jpeg" = "1"
//! "/in/b.JPEG" = "2"
//! "/in/c.png" = "3"

const fs = require("fs"), path = require("path");
for (const name of fs.readdirSync("in").sort()) {
  const { name: stem, ext } = path.parse(name);
  if (ext.toLowerCase() === ".jpeg") fs.renameSync(path.join("in", name), path.join("in", stem + ".jpg"));
}
console.log(fs.readdirSync("in").sort().join(","));
//= result: undefined
//= console.log: a.jpg,b.jpg,c.png
//= created: /in/a.jpg (- -> 1)
//= created: /in/b.jpg (- -> 1)
//= deleted: /in/a.jpeg (1 -> -)
//= deleted: /in/b.JPEG (1 -> -)
