//! about = "A digest that is not there is told with what there is."
//! [files]
//! "/d/a.txt" = "hello"
//! "/d/b.txt" = "hello"
//! "/d/c.txt" = "h\u00e9llo"

const crypto = require("crypto");
const fs = require("fs");

const digest = (algorithm, file, form = "hex") => crypto.createHash(algorithm).update(fs.readFileSync(file)).digest(form);
const byHash = new Map();
for (const name of fs.readdirSync("/d")) {
  const hash = digest("md5", "/d/" + name);
  if (!byHash.has(hash)) byHash.set(hash, []);
  byHash.get(hash).push(name);
}
console.log([...byHash.values()].filter((names) => names.length > 1));
//= result: undefined
//= console.log: [ [ 'a.txt', 'b.txt' ] ]
