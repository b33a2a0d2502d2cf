//! about = "Progress is written piece by piece, and lines end where they are ended."
//! [files]
//! "/files/a" = "1"
//! "/files/b" = "22"

const fs = require("fs");

process.stdout.write("sizes: ");
const names = fs.readdirSync("/files");
names.forEach((name, i) => {
  process.stdout.write(`${i ? ", " : ""}${name}=${fs.statSync(`/files/${name}`).size}`);
});
console.log(" (done)");
process.stdout.write("two\nlines\nand a half");
process.stdout.write(Buffer.from("!\n"));
process.stderr.write("warning: ");
process.stdout.write("in between\n");
console.error("%d files", names.length);
process.stdout.write("with a callback\n", () => {
  console.log("written");
  process.stdout.write("no end");
});
try { process.stdout.write(5); } catch (e) { console.log(e.code); }
//= result: undefined
//= console.log: sizes: a=1, b=2 (done)
//= console.log: "two\nlines"
//= console.log: and a half!
//= console.error: warning: 2 files
//= console.log: in between
//= console.log: with a callback
//= console.log: ERR_INVALID_ARG_TYPE
//= console.log: written
//= console.log: no end
