//! about = "Imports are rewritten to relative ones with every function of path."
//! [files]
//! "/repo/src/pages/home/index.js" = "import a from '@/lib/a.js';\nimport { b } from \"@/lib/deep/b\";\nexport * from '@/pages/about';\nconst lazy = () => import('@/lib/c.mjs');\n"
//! "/repo/src/lib/a.js" = "import x from '@/pages/home';\n"

const fs = require("fs");
const path = require("path");

const root = path.resolve("/repo", "src");
const files = fs.readdirSync(root, { recursive: true }).filter((f) => [".js", ".mjs"].includes(path.extname(f)));
for (const file of files.sort()) {
  const full = path.join(root, file);
  const text = fs.readFileSync(full, { encoding: "utf8" });
  const changed = text.replace(/(from\s+|import\()(['"])@\/([^'"]+)\2/g, (all, lead, quote, target) => {
    let relative = path.posix.relative(path.dirname(full), path.join(root, target));
    if (!relative.startsWith(".")) relative = "./" + relative;
    return `${lead}${quote}${relative}${quote}`;
  });
  if (changed !== text) fs.writeFileSync(full, changed);
  console.log(file, changed);
}
console.log(path.parse("/home/u/archive.tar.gz"), path.format({ dir: "/x", name: "f", ext: "txt" }));
console.log(path.normalize("/a//b/./c/../d/"), path.isAbsolute("a"), path.basename("/a/b.html/", ".html"), path.extname(".bashrc"), path.join("", ""));
console.log(path.relative("/a/b/c", "/a/d"), path.resolve("x", "..", "y"), path.dirname("/a"), path.delimiter, path.matchesGlob?.("/foo/bar", "/foo/*"));
//= result: undefined
//= console.log: "lib/a.js import x from '../pages/home';\n"
//= console.log: "pages/home/index.js import a from '../../lib/a.js';\nimport { b } from \"../../lib/deep/b\";\nexport * from '../about';\nconst lazy = () => import('../../lib/c.mjs');\n"
//= console.log: "{\n  root: '/',\n  dir: '/home/u',\n  base: 'archive.tar.gz',\n  ext: '.gz',\n  name: 'archive.tar'\n} /x/f.txt"
//= console.log: /a/b/d/ false b  .
//= console.log: ../../d /y / : true
//= changed: /repo/src/lib/a.js (30 -> 31)
//= changed: /repo/src/pages/home/index.js (135 -> 142)
