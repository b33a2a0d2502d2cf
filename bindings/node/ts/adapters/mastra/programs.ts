/**
 * The operations on files as programs, each of which is one transaction.
 *
 * They throw errors with the codes of Node, `ENODIR` where a directory is missing, and `EPATTERN` for a
 * pattern that cannot be searched for.
 */

/** Answers the time of the file if it is not the one that is expected. */
export const WRITE = `async ({ path, content, parents, overwrite, mtime }) => {
  const stat = await state.stat(path);
  if (stat !== null && mtime !== null && stat.mtime.getTime() !== mtime) return stat.mtime;
  if (stat !== null && !overwrite) throw Object.assign(new Error("it exists"), { code: "EEXIST" });
  const above = parents ? null : await state.stat(path.replace(/[/][^/]*$/, "") || "/");
  if (!parents && above?.type !== "directory") {
    throw Object.assign(new Error("no directory"), { code: above === null ? "ENODIR" : "ENOTDIR" });
  }
  await (typeof content === "string" ? state.writeFile : state.writeFileBytes)(path, content);
}`;

export const APPEND = "({ path, content }) => state.appendFile(path, content)";

export const DELETE = `async ({ path, force }) => {
  const stat = await state.lstat(path);
  if (stat?.type === "directory") throw Object.assign(new Error("a directory"), { code: "EISDIR" });
  await state.rm(path, { force });
}`;

export const COPY_OR_MOVE = `async ({ from, to, method, overwrite, recursive }) => {
  const fail = (code) => { throw Object.assign(new Error(code), { code }) };
  const stat = (await state.lstat(from)) ?? fail("ENOENT");
  if (stat.type === "directory" && !recursive) fail("EISDIR");
  if (!overwrite && (await state.lstat(to)) !== null) fail("EEXIST");
  await state.mkdir(to.replace(/[/][^/]*$/, "") || "/", { recursive: true });
  await state[method](from, to, { recursive: true });
}`;

export const MKDIR = "({ path, recursive }) => state.mkdir(path, { recursive })";

export const RMDIR = `async ({ path, recursive, force }) => {
  const stat = await state.lstat(path);
  if (stat === null && force) return;
  if (stat === null) throw Object.assign(new Error("missing"), { code: "ENODIR" });
  if (stat.type !== "directory") throw Object.assign(new Error("a file"), { code: "ENOTDIR" });
  await state.rm(path, { recursive });
}`;

/** The entries below a directory, with paths relative to it; links are not followed. */
export const LIST = `async ({ path, depth, hidden }) => {
  const root = await state.realpath(path);
  await state.readdir(root);
  const base = root === "/" ? "/" : root + "/";
  const entries = [];
  for (const entry of await state.find(root, depth === null ? {} : { maxDepth: depth })) {
    if (entry.depth === 0) continue;
    const relative = entry.path.slice(base.length);
    if (!hidden && relative.split("/").some((part) => part.startsWith("."))) continue;
    if (entry.type !== "symlink") {
      const size = entry.type === "file" ? { size: entry.size } : {};
      entries.push({ path: relative, name: entry.name, type: entry.type, ...size });
      continue;
    }
    const behind = await state.stat(entry.path).catch(() => null);
    const type = behind?.type === "directory" ? "directory" : "file";
    const symlinkTarget = await state.readlink(entry.path);
    entries.push({ path: relative, name: entry.name, type, isSymlink: true, symlinkTarget });
  }
  return entries;
}`;

export const GREP = `async ({ pattern, path, caseSensitive, includeHidden, perFile, total, context }) => {
  const root = await state.realpath(path);
  const base = root === "/" ? "/" : root + "/";
  const search = { regex: true, caseSensitive, contextBefore: context, contextAfter: context };
  await state.searchText("/", pattern, search).catch((error) => {
    if (error.code === "EINVAL") throw Object.assign(error, { code: "EPATTERN" });
  });
  const results = [];
  let left = total ?? Infinity;
  for (const entry of await state.find(root, { type: "file" })) {
    if (left <= 0) break;
    const relative = entry.depth === 0 ? entry.name : entry.path.slice(base.length);
    if (!includeHidden && relative.split("/").some((part) => part.startsWith("."))) continue;
    const matches = [];
    let line = 0;
    for (const match of await state.searchText(entry.path, pattern, search)) {
      // Of each line, the first match counts.
      if (match.line === line) continue;
      if (left <= 0 || (perFile !== null && matches.length >= perFile)) break;
      ({ line } = match);
      left -= 1;
      const around = context > 0 ? { before: match.beforeLines ?? [], after: match.afterLines ?? [] } : {};
      matches.push({ line, column: match.column - 1, text: match.lineText, ...around });
    }
    if (matches.length > 0) results.push({ path: relative, matches });
  }
  return results;
}`;
