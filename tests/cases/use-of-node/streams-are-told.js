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
//= result: undefined
//= console.log: 3
