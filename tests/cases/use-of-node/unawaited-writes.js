//! about = "Writes that nobody waits for are done before the end, also in map and in a callback."
//! [files]
//! "/in/a.txt" = "a"
//! "/in/b.txt" = "b"

import { readdir, readFile, writeFile, mkdir } from "node:fs/promises";
import { existsSync } from "node:fs";

await mkdir("/out");
const names = await readdir("/in");
names.map(async (name) => {
  const text = await readFile(`/in/${name}`, "utf8");
  await writeFile(`/out/${name}`, text.toUpperCase());
});
setTimeout(async () => {
  await writeFile("/out/late.txt", "late");
  console.log("late written", existsSync("/out/late.txt"));
}, 20);
writeFile("/out/c.txt", "c").then(() => console.log("c written"));
console.log("end of the text");
//= result: undefined
//= console.log: end of the text
//= console.log: c written
//= console.log: late written true
//= created: /out (- -> 0)
//= created: /out/a.txt (- -> 1)
//= created: /out/b.txt (- -> 1)
//= created: /out/c.txt (- -> 1)
//= created: /out/late.txt (- -> 4)
