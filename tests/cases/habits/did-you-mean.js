//! [files]
//! "/src/app.ts" = "x"
//! "/src/lib/util.ts" = "u"
//! "/README.md" = "r"

async () => {
  const tried = async (call) => { try { return await call(); } catch (error) { return `${error.code ?? error.name} ${error.message}`; } };
  return [
    await tried(() => state.readFile("/src/ap.ts")),
    await tried(() => state.readFile("/app.ts")),
    await tried(() => state.readFile("/scr/app.ts")),
    await tried(() => state.readFile("/readme.md")),
    await tried(() => state.readFile("/nothing/at/all")),
    await tried(() => state.readFile("/src")),
    await tried(() => state.readdir("/README.md")),
    await tried(() => state.writeFile("/src", "x")),
    await tried(() => state.rm("/src/lib/utils.ts")),
    await tried(() => state.queryJson(".a", "/README.md")),
  ];
}
//= result: [
//=   "ENOENT ENOENT: no such file or directory, readFile '/src/ap.ts'; did you mean '/src/app.ts'?",
//=   "ENOENT ENOENT: no such file or directory, readFile '/app.ts'; did you mean '/src/app.ts'?",
//=   "ENOENT ENOENT: no such file or directory, readFile '/scr/app.ts'; did you mean '/src/app.ts'?",
//=   "ENOENT ENOENT: no such file or directory, readFile '/readme.md'; did you mean '/README.md'?",
//=   "ENOENT ENOENT: no such file or directory, readFile '/nothing/at/all'",
//=   "EISDIR EISDIR: illegal operation on a directory, readFile '/src'; it is a directory: state.readdir(path) lists it, state.searchFiles(\"/src/**\", query) searches it",
//=   "ENOTDIR ENOTDIR: not a directory, readdir '/README.md'; it is a file: state.readFile(path) reads it",
//=   "EISDIR EISDIR: illegal operation on a directory, writeFile '/src'; it is a directory: name a file in it",
//=   "ENOENT ENOENT: no such file or directory, rm '/src/lib/utils.ts'; did you mean '/src/lib/util.ts'?",
//=   "ENOENT ENOENT: no such file or directory, queryJson '/.a'; '/README.md' exists and is passed as \"query\": are the arguments swapped? It is state.queryJson(path, query)",
//= ]
