//! about = "Numbers in names get leading noughts, so that they sort."
//! [files]
//! "/p/img1.png" = "1"
//! "/p/img10.png" = "10"
//! "/p/img2.png" = "2"
//! "/p/img002.png" = "x"
//! "/p/note.txt" = ""

const fs = require("fs/promises");
const path = require("path");

(async () => {
  const dir = "/p";
  const names = await fs.readdir(dir);
  const numbered = names.map((n) => /^(img)(\d+)(\.png)$/.exec(n)).filter(Boolean);
  const width = Math.max(...numbered.map((m) => m[2].length));
  const taken = new Set(names);
  for (const [name, head, digits, ext] of numbered) {
    const target = head + digits.padStart(width, "0") + ext;
    if (target === name) continue;
    if (taken.has(target)) { console.warn(`skip ${name}: ${target} exists`); continue; }
    await fs.rename(path.join(dir, name), path.join(dir, target));
    taken.delete(name); taken.add(target);
    console.log(`${name} -> ${target}`);
  }
  console.log((await fs.readdir(dir)).sort().join(" "));
})();
//= result: undefined
//= console.log: img1.png -> img001.png
//= console.log: img10.png -> img010.png
//= console.warn: skip img2.png: img002.png exists
//= console.log: img001.png img002.png img010.png img2.png note.txt
//= created: /p/img001.png (- -> 1)
//= created: /p/img010.png (- -> 2)
//= deleted: /p/img1.png (1 -> -)
//= deleted: /p/img10.png (2 -> -)
