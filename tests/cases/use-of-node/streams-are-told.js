//! about = "A stream is asked for: the message has the way out."
//! [files]
//! "/big.log" = "one\ntwo\nthree\n"

const fs = require("fs");
const readline = require("readline");

async function countLines(file) {
  const rl = readline.createInterface({ input: fs.createReadStream(file), crlfDelay: Infinity });
  let count = 0;
  for await (const line of rl) count += 1;
  return count;
}

countLines("/big.log").then((n) => console.log(n));
//= throws: Error
//= message: Cannot find module 'readline': const lines = (await state.readFile(path)).split(/\r?\n/); if (lines.at(-1) === "") lines.pop(); are the lines of a file, and await state.readFile(path, { startLine: 1, endLine: 20 }) is some of them as one text
//= code: MODULE_NOT_FOUND
//= at: 6:18
