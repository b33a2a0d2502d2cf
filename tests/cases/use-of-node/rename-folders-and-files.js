//! about = "Renames over what exists, into what is missing, and into itself."
//! [files]
//! "/n/a.txt" = "a"
//! "/n/b.txt" = "b"
//! "/n/d1/x" = "x"
//! "/n/d2/y" = "y"
//! "/n/d3" = { dir = true }
//! "/n/l" = { symlink = "a.txt" }

import fs from "node:fs/promises";
import { existsSync } from "node:fs";

const tried = async (from, to) => {
  try {
    await fs.rename(from, to);
    return `${from} -> ${to}: done`;
  } catch (error) {
    return `${from} -> ${to}: ${error.message}`;
  }
};
for (const [from, to] of [
  ["/n/a.txt", "/n/b.txt"],
  ["/n/none", "/n/x"],
  ["/n/b.txt", "/n/missing/b.txt"],
  ["/n/b.txt", "/n/d1"],
  ["/n/d1", "/n/b.txt"],
  ["/n/d1", "/n/d2"],
  ["/n/d1", "/n/d3"],
  ["/n/d3", "/n/d3/in"],
  ["/n/l", "/n/m"],
  ["/n/b.txt", "/n/c.txt/"],
  ["/n/d2", "/n/d4/"],
  ["/n/b.txt", "/n/b.txt"],
]) console.log(await tried(from, to));
console.log((await fs.readdir("/n", { recursive: true })).sort(), existsSync("/n/m"), await fs.readlink("/n/m"));
//= result: undefined
//= console.log: /n/a.txt -> /n/b.txt: done
//= console.log: /n/none -> /n/x: ENOENT: no such file or directory, rename '/n/none' -> '/n/x'
//= console.log: /n/b.txt -> /n/missing/b.txt: ENOENT: no such file or directory, rename '/n/b.txt' -> '/n/missing/b.txt'
//= console.log: /n/b.txt -> /n/d1: EISDIR: illegal operation on a directory, rename '/n/b.txt' -> '/n/d1'
//= console.log: /n/d1 -> /n/b.txt: ENOTDIR: not a directory, rename '/n/d1' -> '/n/b.txt'
//= console.log: /n/d1 -> /n/d2: ENOTEMPTY: directory not empty, rename '/n/d1' -> '/n/d2'
//= console.log: /n/d1 -> /n/d3: done
//= console.log: /n/d3 -> /n/d3/in: EINVAL: invalid argument, rename '/n/d3' -> '/n/d3/in'
//= console.log: /n/l -> /n/m: done
//= console.log: /n/b.txt -> /n/c.txt/: ENOTDIR: not a directory, rename '/n/b.txt' -> '/n/c.txt/'
//= console.log: /n/d2 -> /n/d4/: done
//= console.log: /n/b.txt -> /n/b.txt: done
//= console.log: [ 'b.txt', 'd3', 'd3/x', 'd4', 'd4/y', 'm' ] false a.txt
//= created: /n/d3/x (- -> 1)
//= created: /n/d4 (- -> 0)
//= created: /n/d4/y (- -> 1)
//= created: /n/m (- -> 5)
//= changed: /n/b.txt (1 -> 1)
//= deleted: /n/a.txt (1 -> -)
//= deleted: /n/d1 (0 -> -)
//= deleted: /n/d1/x (1 -> -)
//= deleted: /n/d2 (0 -> -)
//= deleted: /n/d2/y (1 -> -)
//= deleted: /n/l (5 -> -)
