//! about = "Methods and options that do not exist are named with what to write."
//! [files]
//! "/a.txt" = "a\nb\n"

async () => {
  const attempts = [
    () => state.readLines("/a.txt"), () => state.writeFile("/a.txt"), () => state.glob(), () => state.find("/", { nmae: "a*" }),
    () => state.readFile(["/a.txt"]), () => state.searchFiles("/**", { query: "a" }), () => state.writeJson("/x.json"), () => state.copy("/a.txt", "/b.txt"),
    () => state.exec("ls"), () => state.replaceInFile("/a.txt", "a"), () => state.move("/b.txt", "/c.txt"), () => state.readFile("/A.txt"),
    () => state.updateJson("/a.txt", [{ op: "set", path: "x", value: 1 }]), () => state.mkdir("/a.txt"), () => state.readdir("/a.txt"), () => state.rm("/"),
  ];
  const out = [];
  for (const attempt of attempts) {
    try { const value = await attempt(); out.push(["ok", typeof value]); } catch (error) { out.push([error.name, error.code, error.message]); }
  }
  return out;
}
//= result: [
//=   ["TypeError", undefined, "state.readLines is not a function"],
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.writeFile: missing required parameter \"content\" — expected state.writeFile(path, content)",
//=   ],
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.glob: missing required parameter \"pattern\" — expected state.glob(pattern, options?)",
//=   ],
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.find: \"options.nmae\" is no option; did you mean \"name\"? the options are name, pathPattern, type, minDepth, maxDepth, empty, sizeMin, sizeMax, mtimeAfter, mtimeBefore, exclude, gitignore — expected state.find(path, options?)",
//=   ],
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.readFile: \"path\" must be a string, but is an array of 1 — expected state.readFile(path, options?); for several: await Promise.all(paths.map((path) => state.readFile(path)))",
//=   ],
//=   ["ok", "object"],
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.writeJson: missing required parameter \"value\" — expected state.writeJson(path, value, options?)",
//=   ],
//=   ["ok", "undefined"],
//=   ["TypeError", undefined, "state.exec is not a function"],
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.replaceInFile: missing required parameter \"replacement\" — expected state.replaceInFile(path, search, replacement, options?)",
//=   ],
//=   ["ok", "undefined"],
//=   [
//=     "Error",
//=     "ENOENT",
//=     "ENOENT: no such file or directory, readFile '/A.txt'; did you mean '/a.txt'?",
//=   ],
//=   [
//=     "Error",
//=     "EBADMSG",
//=     "Invalid JSON in /a.txt: unexpected token 'a' where a value should start (line 1, column 1)",
//=   ],
//=   ["Error", "EEXIST", "EEXIST: file already exists, mkdir '/a.txt'"],
//=   [
//=     "Error",
//=     "ENOTDIR",
//=     "ENOTDIR: not a directory, readdir '/a.txt'; it is a file: state.readFile(path) reads it",
//=   ],
//=   ["Error", "EPERM", "EPERM: operation not permitted, rm '/'"],
//= ]
//= created: /c.txt (- -> 4)
