// Runs programs as `cargo xtask files` makes them, on a folder of the disk: as many as come on
// standard input, each as its length in four bytes and its text. The arguments are a folder in which
// `fs-extra` is installed, and one that programs may change.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { createRequire } = require("node:module");
const { readAll, writeAll } = require("../programs/pipes.cjs");

const { readdirSync, rmSync, mkdirSync, writeFileSync, symlinkSync, chmodSync, lstatSync, readFileSync, readlinkSync } = fs;

// Calls that are made at the same time are done one after the other, as here: which of them fails
// first is chance otherwise. It is read when the first of them is made.
process.env.UV_THREADPOOL_SIZE = "1";
process.umask(0o022);
const [packages, home] = process.argv.slice(2);
// Deep below, so that a path that climbs out of the root meets nothing.
const root = path.join(home, `${process.pid}/a/b/c/root`);
mkdirSync(root, { recursive: true });
process.on("unhandledRejection", () => {});
process.on("warning", () => {});
process.removeAllListeners("warning");

// A copy that fails has copied what it met before: `fs-extra` meets the entries of a folder in the order
// of their names, as here, and not in that of the disk.
const sorted = (entries) => entries.sort((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)));
const withSortedFolders = (load) => {
  const { opendir, opendirSync } = fs;
  fs.opendirSync = (name) => {
    const dir = opendirSync(name);
    const entries = [];
    for (let entry = dir.readSync(); entry !== null; entry = dir.readSync()) entries.push(entry);
    sorted(entries);
    return { readSync: () => entries.shift() ?? null, closeSync: () => dir.closeSync() };
  };
  fs.opendir = (name, callback) => opendir(name, (error, dir) => {
    if (error) callback(error);
    else Array.fromAsync(dir).then((entries) => callback(null, sorted(entries)), callback);
  });
  try {
    return load();
  } finally {
    Object.assign(fs, { opendir, opendirSync });
  }
};
const extra = withSortedFolders(() => createRequire(path.join(path.resolve(packages), "index.js"))("fs-extra"));
const requireFor = (name) => (name === "fs-extra" ? extra : require(name));

// What is meant to differ is not compared: a copy of a directory by `copyFile` fails here, too, and the
// destination stays as it was.
const { copyFileSync, copyFile, statSync } = fs;
const kept = (from, to) => {
  try {
    if (!statSync(from).isDirectory() || !statSync(to).isFile()) return () => {};
    const [text, { mode }, link] = [readFileSync(to), statSync(to), lstatSync(to).isSymbolicLink() && readlinkSync(to)];
    return () => {
      rmSync(to, { force: true });
      if (link) symlinkSync(link, to);
      writeFileSync(to, text);
      chmodSync(to, mode);
    };
  } catch {
    return () => {};
  }
};
fs.copyFileSync = function (from, to, ...rest) {
  const restore = kept(from, to);
  try {
    return copyFileSync(from, to, ...rest);
  } catch (error) {
    restore();
    throw error;
  }
};
fs.copyFile = function (from, to, ...rest) {
  const restore = kept(from, to);
  const done = rest.at(-1);
  if (typeof done !== "function") return copyFile(from, to, ...rest);
  return copyFile(from, to, ...rest.slice(0, -1), (error) => {
    if (error) restore();
    done(error);
  });
};
const promised = fs.promises.copyFile;
fs.promises.copyFile = async function (...args) {
  const restore = kept(args[0], args[1]);
  try {
    return await promised(...args);
  } catch (error) {
    restore();
    throw error;
  }
};

globalThis.$root = root;
globalThis.$disk = {
  clear() {
    mkdirSync(root, { recursive: true });
    process.chdir(root);
    chmodSync(root, 0o755);
    for (const name of readdirSync(root)) rmSync(path.join(root, name), { recursive: true, force: true });
  },
  directory: (name) => { mkdirSync(name, { recursive: true }); },
  file: (name, text) => writeFileSync(name, text),
  link: (target, name) => symlinkSync(target, name),
  mode: (name, mode) => chmodSync(name, mode),
  list: (name) => readdirSync(name).sort(),
  stat(name) {
    const stats = lstatSync(name);
    return { type: stats.isSymbolicLink() ? "l" : stats.isDirectory() ? "d" : stats.isFile() ? "f" : "?", mode: stats.mode };
  },
  text: (name) => readFileSync(name),
  // Until no call on files is under way.
  async rest() {
    do await new Promise((resolve) => { setImmediate(resolve); });
    while (process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq")));
  },
  target: (name) => readlinkSync(name),
};

const answer = async (text) => {
  let main;
  try {
    main = new Function("require", `return (${text}\n)`)(requireFor);
  } catch (error) {
    return `refused ${error.message}`;
  }
  try {
    return `returned\n${await main()}`;
  } catch (error) {
    return `threw ${error?.name}: ${error?.message}`;
  }
};

(async () => {
  const head = Buffer.alloc(4);
  while (readAll(head)) {
    const text = Buffer.alloc(head.readUInt32LE());
    readAll(text);
    const bytes = Buffer.from(await answer(text.toString()));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    writeAll(Buffer.concat([length, bytes]));
  }
  process.exit(0);
})();
