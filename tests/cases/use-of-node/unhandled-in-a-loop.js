//! about = "A rejection in a forEach is not caught by the try around it."
//! [files]
//! "/in/a.json" = "{\"n\":1}"
//! "/in/b.json" = "{\"n\":"
//! "/in/c.json" = "{\"n\":3}"

const fs = require("fs").promises;

async function main() {
  const names = await fs.readdir("/in");
  let sum = 0;
  try {
    names.forEach(async (name) => {
      const { n } = JSON.parse(await fs.readFile(`/in/${name}`, "utf8"));
      sum += n;
    });
  } catch (error) {
    console.log("caught", error.message);
  }
  console.log("sum so far", sum);
}

main();
//= throws: SyntaxError
//= message: Unexpected end of JSON input
//= at: 14:26
//= console.warn: note: line 13: forEach does not wait for an async function: write for (const item of list) { … } with `await` in it
//= console.log: sum so far 0
//= console.warn: note: line 14: nobody waited for what failed here: write `await` before it, or handle it with .catch
