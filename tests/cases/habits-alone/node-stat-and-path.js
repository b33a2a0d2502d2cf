//+ files-project

import fs from "fs/promises";
import path from "node:path";
const s = await fs.stat("/src/app.ts"); return [s.isFile(), s.size, path.join("/a", "..", "b"), path.dirname("/a/b.c"), path.basename("/a/b.c", ".c"), path.extname("x.tar.gz"), path.relative("/a/b", "/a/c"), path.resolve("x"), path.parse("/a/b.c")]
//= result: [
//=   true,
//=   81,
//=   "/b",
//=   "/a",
//=   "b",
//=   ".gz",
//=   "../c",
//=   "/x",
//=   { root: "/", dir: "/a", base: "b.c", ext: ".c", name: "b" },
//= ]
