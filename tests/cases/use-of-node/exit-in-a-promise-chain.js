//! about = "The program ends itself in the middle of a chain; what was written stays, the rest is not done."
//! [files]
//! "/in/1.txt" = "good"
//! "/in/2.txt" = "bad"
//! "/in/3.txt" = "good"

const fs = require("fs");

process.on("exit", (code) => {
  fs.writeFileSync("/out/exit.txt", `code ${code}`);
  console.log("exit", code);
});

async function check(name) {
  const text = await fs.promises.readFile(`/in/${name}`, "utf8");
  if (text === "bad") {
    console.error(`${name} is bad`);
    try {
      process.exit(3);
    } catch (error) {
      console.log("caught", error);
    } finally {
      console.log("finally");
    }
  }
  fs.writeFileSync(`/out/${name}`, text.toUpperCase());
}

fs.mkdirSync("/out");
fs.readdirSync("/in").reduce((chain, name) => chain.then(() => check(name)), Promise.resolve()).then(() => console.log("all done"));
//= throws: Error
//= message: exited with code 3
//= console.error: 2.txt is bad
//= console.log: exit 3
//= created: /out (- -> 0)
//= created: /out/1.txt (- -> 4)
//= created: /out/exit.txt (- -> 6)
