// What each program of `cargo xtask files` begins with, in Node and in the sandbox.
// In Node the workspace's root is the folder `$root`; nothing of its name is told.
const root = globalThis.$root ?? "";
const fs = require("node:fs"), fsp = require("node:fs/promises"), fse = require("fs-extra");
const path = require("node:path"), util = require("node:util"), url = require("node:url"), buffer = require("node:buffer");
let out = "";

// Paths: as text, as a URL, and as bytes.
const P = (name) => root + name;
const U = (name) => new URL("file://" + P(name));
const B = (name) => Buffer.from(P(name));
const toldText = (text) => text.replaceAll(root + "/", "/").replaceAll(root, "/");
const numbers = (text) => Array.from(Buffer.from(text)).join();
// Also where bytes of a path were made a text.
const told = (text) => (root === "" ? text : toldText(text).replaceAll(numbers(root + "/"), numbers("/")));

// Where relative paths begin that lead out of the root.
const here = (name) => globalThis.$disk && process.chdir(name);

// The tree below the root, which programs do not use themselves, and where its links lead.
const model = new Map(), targets = new Map();
const disk = globalThis.$disk ?? {
  async clear() { for (const name of await state.readdir("/")) await state.rm("/" + name, { recursive: true, force: true }); },
  directory: (name) => state.mkdir(name, { recursive: true }),
  file: (name, text) => state.writeFile(name, text),
  link: (target, name) => state.symlink(target, name),
  mode: (name, mode) => state.chmod(name, mode),
  list: async (name) => (await state.readdir(name)).sort(),
  async stat(name) { const { type, mode } = await state.lstat(name); return { type: type[0] === "s" ? "l" : type[0], mode }; },
  text: async (name) => Buffer.from(await state.readFileBytes(name)),
  target: (name) => state.readlink(name),
};
const parentOf = (name) => name.slice(0, name.lastIndexOf("/"));
const folder = async (name) => {
  if (name === "" || model.get(name) === "d") return true;
  if (model.has(name) || !await folder(parentOf(name))) return false;
  await disk.directory(P(name));
  model.set(name, "d");
  return true;
};
// What is there at the beginning; what cannot be is passed over.
const d = async (name, mode) => { if (await folder(name) && mode !== undefined) await disk.mode(P(name), mode); };
const f = async (name, text, mode) => {
  if (model.has(name) || !await folder(parentOf(name))) return;
  await disk.file(P(name), text);
  if (mode !== undefined) await disk.mode(P(name), mode);
  model.set(name, "f");
};
const l = async (name, target) => {
  if (model.has(name) || !await folder(parentOf(name))) return;
  await disk.link(target, P(name));
  model.set(name, "l");
  targets.set(name, target.startsWith("/") ? target.slice(root.length) : path.join("/", parentOf(name), target));
};
// The folder of a file that is written is made first: that `writeFile` makes it is meant.
const withFolder = (file) => {
  const folder = parentOf(file);
  if (folder === "") return;
  try {
    // A call of `state` is done when it returns.
    disk.directory(P(folder))?.catch(() => {});
  } catch { /* something is in its place, which the call will say */ }
};
const withoutSlash = (name) => {
  let end = name.length;
  while (name[end - 1] === "/") end -= 1;
  return name.slice(0, end);
};
// What a name leads to, as links were at the beginning.
const resolved = (name) => {
  const parts = (text) => text.split("/").filter((part) => part !== "");
  const rest = parts(name);
  let at = "/";
  for (let hops = 0; rest.length > 0;) {
    const next = path.join(at, rest.shift());
    const isFollowed = targets.has(next) && hops++ < 40;
    if (isFollowed) rest.unshift(...parts(targets.get(next)));
    at = isFollowed ? "/" : next;
  }
  return at;
};
// Of a link it is the folder of what the link leads to, which no call of `fs-extra` makes either.
const O = (name) => {
  const file = withoutSlash(name);
  if (targets.has(file)) withFolder(resolved(file));
  return P(name);
};
const W = (name) => {
  const file = withoutSlash(name);
  withFolder(file);
  withFolder(resolved(file));
  return P(name);
};
const R = (name) => (W(`/${name}`), name);
const WU = (name) => U((W(name), name));
const WB = (name) => B((W(name), name));

const ascii = (text) => {
  let safe = "";
  for (let i = 0; i < text.length && i < 600; i++) {
    const unit = text.charCodeAt(i);
    safe += unit > 31 && unit < 127 ? text[i] : "\\u" + (unit + 65536).toString(16).slice(1);
  }
  return safe;
};
const quoted = (text) => '"' + ascii(told(text)) + '"';
const kindOf = (one) => ["File", "Directory", "SymbolicLink", "FIFO", "Socket", "BlockDevice", "CharacterDevice"].filter((kind) => one["is" + kind]()).join("+");
// Times of a change that were set are told, those of the clock are not; other times are not kept here.
const isTime = (stats, name) => `${typeof stats[name + "Ms"]}/${stats[name] instanceof Date}`;
const timeOf = (stats, name) => (typeof stats[name + "Ms"] === "undefined" ? "none" : stats[name + "Ms"] < 1e11 ? `${stats[name + "Ms"]}/${stats[name]?.getTime?.()}` : `now/${stats[name] instanceof Date}`);
const showStats = (stats) => {
  const kind = kindOf(stats);
  const members = ["dev", "ino", "uid", "gid", "rdev", "blksize", "blocks", "atimeNs"].map((name) => (typeof stats[name])[0]).join("");
  return `Stats ${kind} ${Number(stats.mode).toString(8)} ${kind === "File" ? `${show(stats.size)} ${show(stats.nlink)}` : typeof stats.size} ${members} ${isTime(stats, "atime")} ${timeOf(stats, "mtime")} ${isTime(stats, "ctime")} ${isTime(stats, "birthtime")}`;
};
const show = (value, depth = 0, isSorted = false) => {
  switch (typeof value) {
    case "string": return quoted(value);
    case "number": return Object.is(value, -0) ? "-0" : `${value}`;
    case "bigint": return `${value}n`;
    case "symbol": return value.toString();
    case "function": return "function";
    case "undefined": case "boolean": return `${value}`;
  }
  if (value === null) return "null";
  if (depth > 5) return "...";
  try {
    if (value instanceof Error) return failure(value);
    if (Buffer.isBuffer(value)) return "Buffer " + quoted(value.toString("latin1"));
    if (value instanceof Date) return `Date ${value.getTime()}`;
    if (value instanceof URL) return `URL ${quoted(value.href)}`;
    if (value instanceof RegExp) return `${value}`;
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `${value.constructor.name} ${told(Array.from(new Uint8Array(value.buffer ?? value, value.byteOffset ?? 0, value.byteLength).subarray(0, 200)).join()).slice(0, 150)}`;
    if (value instanceof Promise) return "Promise";
    if (typeof value.isSymbolicLink === "function") return "mode" in value ? showStats(value) : `Dirent ${kindOf(value)} ${show(value.name)} in ${show(value.parentPath)}`;
    if (Array.isArray(value)) {
      const items = value.slice(0, 60).map((item) => show(item, depth + 1));
      return `[${(isSorted ? items.sort() : items).join(", ")}]`;
    }
    const name = value.constructor?.name ?? "null";
    return `${name === "Object" ? "" : name}{${Object.keys(value).slice(0, 40).map((key) => `${ascii(key)}: ${show(value[key], depth + 1)}`).join(", ")}}`;
  } catch (error) { return `not shown: ${error?.message}`; }
};
// Node has no names for some errors of a synchronous `rm`, but their words.
const UNNAMED = { ELOOP: "Too many levels of symbolic links", EINVAL: "Invalid argument" };
const codeOf = (error) => error.code || Object.keys(UNNAMED).find((code) => error.message.startsWith(`, Unknown error: ${UNNAMED[code]}`));
// What counts first, and after the tab what counts second.
const failure = (error) => {
  if (!(error instanceof Error)) return `! ${show(error)}`;
  const code = error.code === undefined ? error.name : codeOf(error);
  const rest = error.code === undefined ? "" : `${error.name} ${error.errno} ${error.syscall} ${show(error.path)} ${show(error.dest)} ${quoted(error.message)}`;
  return `! ${typeof code === "string" ? code : show(code)}\t${rest}`;
};

let count = 0, isTraced = false;
const log = async (text) => {
  out += `${count++} ${text}\n`;
  if (isTraced) await tree("  ");
};
// In which order a folder has its names is not told.
const ORDERLESS = ["readdir", "glob", "opendir"];
const entries = async (value) => {
  const all = [];
  for await (const one of value) all.push(one);
  return all;
};
const settled = async (value, isSorted) => {
  if (typeof value === "object" && value !== null && typeof value.next === "function" && (Symbol.asyncIterator in value)) return `iterator ${show(await entries(value), 0, true)}`;
  if (typeof value?.readSync === "function") return `Dir ${show(value.path)} ${show(await entries(value), 0, true)}`;
  return show(value, 0, isSorted);
};
const outcome = async (work, name) => {
  const isSorted = ORDERLESS.includes(name);
  let value;
  try { value = work(); } catch (error) { return log(failure(error)); }
  if (!(value instanceof Promise)) {
    try { return await log(await settled(value, isSorted)); } catch (error) { return log(`then ${failure(error)}`); }
  }
  try { return await log(`~ ${await settled(await value, isSorted)}`); } catch (error) {
    await rest();
    return log(`~${failure(error)}`);
  }
};
const called = async (task, name) => {
  let finish, isReturned = false, times = 0;
  const over = new Promise((resolve) => { finish = resolve; });
  const done = (...args) => { times += 1; finish([isReturned, ...args]); };
  let value;
  try { value = task(done); } catch (error) { return log(failure(error)); }
  isReturned = true;
  const timer = setTimeout(() => finish(undefined), 3000);
  const args = await over;
  clearTimeout(timer);
  if (value !== undefined) value instanceof Promise ? value.catch(() => {}) : undefined;
  if (args === undefined) return log("never called");
  const [isLate, error, ...values] = args;
  if (error instanceof Error) await rest();
  const shown = [];
  for (const one of values) shown.push(await settled(one, ORDERLESS.includes(name)));
  const head = error instanceof Error ? failure(error) : `${show(error)}; ${shown.join(", ")}`;
  return log(`${value === undefined ? "" : `gives ${show(value)}, `}${isLate ? "" : "at once "}${times === 1 ? "" : `${times} times `}calls ${head}`);
};
// What a call that failed has left under way goes on in Node, and what of it the next call would meet
// is chance. Here nothing is left.
const rest = () => globalThis.$disk?.rest();
const t = (work) => outcome(work, "");
const c = (task) => called(task, "");
// A call of a function of a module: at once, as a promise, and with a callback.
const member = (module, name) => (...args) => module[name](...args);
const sync = (name, ...args) => outcome(() => member(fs, `${name}Sync`)(...args), name);
const wait = (name, ...args) => outcome(() => member(fsp, name)(...args), name);
const back = (name, ...args) => called((done) => member(fs, name)(...args, done), name);
const esync = (name, ...args) => outcome(() => member(fse, `${name}Sync`)(...args), name);
const ewait = (name, ...args) => outcome(() => member(fse, name)(...args), name);
const eback = (name, ...args) => called((done) => member(fse, name)(...args, done), name);
const tree = async (indent, name = "") => {
  for (const entry of await disk.list(P(name === "" ? "/" : name))) {
    const whole = `${name}/${entry}`;
    const { type, mode } = await disk.stat(P(whole));
    const what = type === "l" ? quoted(await disk.target(P(whole))) : type === "f" ? show(await disk.text(P(whole))) : "";
    out += `${indent}${ascii(whole)} ${type}${type === "l" ? "" : (mode & 0o777).toString(8)} ${what}\n`;
    if (type === "d") await tree(indent, whole);
  }
};
const run = async (main, trace) => {
  model.clear();
  targets.clear();
  count = 0;
  isTraced = trace;
  await disk.clear();
  try { await main(); } catch (error) { out += `uncaught ${failure(error)}\n`; }
  out += "tree\n";
  await tree("");
};
