//! [files]
//! "/a.txt" = "one"

const fs = require("fs");
fs.readFile("a.txt", "utf8", (error, text) => {
  if (error) throw error;
  fs.writeFile("b.txt", text.toUpperCase(), (failed) => {
    if (failed) throw failed;
    console.log(fs.readFileSync("b.txt", "utf8"));
  });
});
//= result: undefined
//= console.log: ONE
//= created: /b.txt (- -> 3)
