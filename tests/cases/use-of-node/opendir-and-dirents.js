//! about = "A folder is read entry by entry, with kinds, parents and recursion."
//! [files]
//! "/o/z.txt" = "z"
//! "/o/a/b/c.txt" = "c"
//! "/o/a/link" = { symlink = "../z.txt" }
//! "/o/e" = { dir = true }

const fs = require("fs");
const { join } = require("path");

(async () => {
  const kinds = [];
  const dir = await fs.promises.opendir("/o");
  for await (const entry of dir) kinds.push([entry.name, entry.isFile(), entry.isDirectory(), entry.isSymbolicLink(), entry.parentPath]);
  kinds.sort();
  for (const kind of kinds) console.log(kind.join(" "));
  await dir.close().catch((e) => console.log(e.code));
  const deep = await fs.promises.readdir("/o", { recursive: true, withFileTypes: true });
  console.log(deep.map((e) => join(e.parentPath, e.name) + (e.isDirectory() ? "/" : e.isSymbolicLink() ? "@" : "")).sort());
  const sync = fs.opendirSync("/o/a");
  const names = [];
  for (let entry; (entry = sync.readSync()) !== null; ) names.push(entry.name);
  sync.closeSync();
  console.log(names.sort(), sync.path);
  console.log(fs.readdirSync("/o", "buffer").map((b) => b.toString()).sort(), fs.readdirSync("/o/e"));
  const entry = fs.readdirSync("/o", { withFileTypes: true }).find((e) => e.name === "e");
  console.log(entry, entry instanceof fs.Dirent, Object.keys(entry));
  fs.readdir("/o/none", (error, files) => console.log(error.code, files));
  try { fs.readdirSync("/o/z.txt"); } catch (e) { console.log(e.message); }
})();
//= result: undefined
//= console.log: a false true false /o
//= console.log: e false true false /o
//= console.log: z.txt true false false /o
//= console.log: ERR_DIR_CLOSED
//= console.log: "[\n  '/o/a/',\n  '/o/a/b/',\n  '/o/a/b/c.txt',\n  '/o/a/link@',\n  '/o/e/',\n  '/o/z.txt'\n]"
//= console.log: [ 'b', 'link' ] /o/a
//= console.log: [ 'a', 'e', 'z.txt' ] []
//= console.log: Dirent { name: 'e', parentPath: '/o', Symbol(type): 2 } true [ 'name', 'parentPath' ]
//= console.log: ENOTDIR: not a directory, scandir '/o/z.txt'
//= console.log: ENOENT undefined
