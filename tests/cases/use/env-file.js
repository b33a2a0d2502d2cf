//! [files]
//! "/.env" = "# one\nA=1\nB=\"two words\"\n\nC=x=y\n"

const fs = require("fs");
const env = Object.fromEntries(fs.readFileSync(".env", "utf8").split("\n").filter((line) => /^\w+=/.test(line)).map((line) => {
  const at = line.indexOf("=");
  return [line.slice(0, at), line.slice(at + 1).replace(/^"(.*)"$/, "$1")];
}));
console.log(env);
//= result: undefined
//= console.log: { A: '1', B: 'two words', C: 'x=y' }
