//! about = "A tree becomes one folder; equal names get numbers."
//! [files]
//! "/in/x/a.txt" = "1"
//! "/in/y/a.txt" = "2"
//! "/in/y/z/a.txt" = "3"
//! "/in/b.txt" = "4"

import * as path from "node:path";
import * as fs from "node:fs";

function* walk(dir) {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const full = path.join(dir, entry.name);
    if (entry.isDirectory()) yield* walk(full);
    else if (entry.isFile()) yield full;
  }
}

fs.mkdirSync("/out", { recursive: true });
for (const file of walk("/in")) {
  const { name, ext } = path.parse(file);
  let target = path.join("/out", `${name}${ext}`);
  for (let i = 1; fs.existsSync(target); i++) target = path.join("/out", `${name}-${i}${ext}`);
  fs.copyFileSync(file, target);
}
const out = fs.readdirSync("/out").map((n) => `${n}=${fs.readFileSync(path.join("/out", n), "utf8")}`);
console.log(out);
//= result: undefined
//= console.log: [ 'a-1.txt=2', 'a-2.txt=3', 'a.txt=1', 'b.txt=4' ]
//= created: /out (- -> 0)
//= created: /out/a-1.txt (- -> 1)
//= created: /out/a-2.txt (- -> 1)
//= created: /out/a.txt (- -> 1)
//= created: /out/b.txt (- -> 1)
