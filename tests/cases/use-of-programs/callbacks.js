//! about = "Callbacks of fs, one in the other."
//! [files]
//! "/a.txt" = "1\n2\n3\n"

const fs = require("fs");

fs.readFile("/a.txt", "utf8", (err, text) => {
  if (err) throw err;
  const sum = text.trim().split("\n").map(Number).reduce((a, b) => a + b, 0);
  fs.writeFile("/sum.txt", `${sum}\n`, (err) => {
    if (err) throw err;
    fs.readFile("/missing.txt", "utf8", (err) => {
      console.log(err.code);
      console.log(fs.readFileSync("/sum.txt", "utf8").trim());
    });
  });
});
//= result: undefined
//= console.log: ENOENT
//= console.log: 6
//= created: /sum.txt (- -> 2)
