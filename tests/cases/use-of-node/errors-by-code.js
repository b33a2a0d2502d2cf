//! about = "What each failing call throws, as a program handles it."
//! [files]
//! "/data/a.txt" = "a"
//! "/data/sub/b.txt" = "b"

import fs from "node:fs/promises";

const attempts = {
  missing: () => fs.readFile("/data/none.txt", "utf8"),
  folder: () => fs.readFile("/data/sub"),
  inside: () => fs.stat("/data/a.txt/deep"),
  again: () => fs.mkdir("/data/sub"),
  full: () => fs.rmdir("/data/sub"),
  remove: () => fs.rm("/data/sub"),
  exclusive: () => fs.writeFile("/data/a.txt", "x", { flag: "wx" }),
  unlink: () => fs.unlink("/data/none.txt"),
  onto: () => fs.rename("/data/a.txt", "/data/sub"),
  copy: () => fs.copyFile("/data/none.txt", "/data/c.txt"),
  link: () => fs.readlink("/data/a.txt"),
  type: () => fs.readFile(undefined),
  data: () => fs.writeFile("/data/x.txt", { a: 1 }),
};
const table = [];
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    const value = await attempt();
    table.push([name, "ok", value === undefined ? "" : typeof value]);
  } catch (error) {
    table.push([name, error.code, error.syscall ?? error.name, error.message]);
  }
}
for (const row of table) console.log(row.join(" | "));
//= result: undefined
//= console.log: missing | ENOENT | open | ENOENT: no such file or directory, open '/data/none.txt'
//= console.log: folder | EISDIR | read | EISDIR: illegal operation on a directory, read
//= console.log: inside | ENOTDIR | stat | ENOTDIR: not a directory, stat '/data/a.txt/deep'
//= console.log: again | EEXIST | mkdir | EEXIST: file already exists, mkdir '/data/sub'
//= console.log: full | ENOTEMPTY | rmdir | ENOTEMPTY: directory not empty, rmdir '/data/sub'
//= console.log: remove | ERR_FS_EISDIR | rm | Path is a directory: rm returned EISDIR (is a directory) /data/sub
//= console.log: exclusive | EEXIST | open | EEXIST: file already exists, open '/data/a.txt'
//= console.log: unlink | ENOENT | unlink | ENOENT: no such file or directory, unlink '/data/none.txt'
//= console.log: onto | EISDIR | rename | EISDIR: illegal operation on a directory, rename '/data/a.txt' -> '/data/sub'
//= console.log: copy | ENOENT | copyfile | ENOENT: no such file or directory, copyfile '/data/none.txt' -> '/data/c.txt'
//= console.log: link | EINVAL | readlink | EINVAL: invalid argument, readlink '/data/a.txt'
//= console.log: type | ERR_INVALID_ARG_TYPE | TypeError | The "path" argument must be of type string or an instance of Buffer or URL. Received undefined
//= console.log: data | ERR_INVALID_ARG_TYPE | TypeError | The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object
