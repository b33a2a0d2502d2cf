//! [files]
//! "/t/a.txt" = "a"
//! "/t/b.txt" = "b"
//! "/u/[k].txt" = "k"
//! "/u/k.txt" = "k"

// Where a path is wanted, a pattern that matches something is refused, with the line to write.
async () => {
  const told = async (call) => {
    try {
      return await call();
    } catch (error) {
      return `${error.code}: ${error.message}`;
    }
  };
  const answers = [];
  for (const call of [
    () => state.rm("/t/*", { force: true }),
    () => state.rm("/t/*", { force: true, recursive: true }),
    () => state.rm("/t/[ab].txt"),
    () => state.removeTree("/t/{a,b}.txt"),
    () => state.mv("/t/*.txt", "/dest/"),
    () => state.cp("/t/?.txt", "/dest"),
    () => state.readFile("/t/!(a).txt"),
    () => state.readJson("/t/*.txt"),
    () => state.createArchive("/a.tar", ["/t/*"]),
    () => state.replaceInFile("/t/@(a).txt", "a", "b"),
    () => state.exists("/t/*"),
    () => state.stat("/t/[ab].txt"),
    () => state.find("/t/[ab].txt"),
    // Nothing matches, or there is an entry of that name.
    () => state.rm("/t/*.md", { force: true }),
    () => state.removeTree("/none/*"),
    () => state.rm("/u/[k].txt", { force: true }),
    () => state.glob("/**"),
  ]) {
    answers.push(await told(call));
  }
  for (const path of await state.glob("/t/*")) await state.mv(path, "/dest" + "/" + path.split("/").pop());
  for (const path of await state.glob("/dest/*")) await state.rm(path, { recursive: true, force: true });
  return [...answers, await state.glob("/**")];
}
//= result: [
//=   "ENOENT: ENOENT: no such file or directory, rm '/t/*'; a path is no pattern: for (const file of await state.glob(\"/t/*\")) await state.rm(file, { force: true })",
//=   "ENOENT: ENOENT: no such file or directory, rm '/t/*'; a path is no pattern: for (const found of await state.glob(\"/t/*\")) await state.removeTree(found)",
//=   "ENOENT: ENOENT: no such file or directory, rm '/t/[ab].txt'; a path is no pattern: for (const file of await state.glob(\"/t/[ab].txt\")) await state.rm(file)",
//=   "ENOENT: ENOENT: no such file or directory, removeTree '/t/{a,b}.txt'; a path is no pattern: for (const found of await state.glob(\"/t/{a,b}.txt\")) await state.removeTree(found)",
//=   "ENOENT: ENOENT: no such file or directory, mv '/t/*.txt'; a path is no pattern: for (const file of await state.glob(\"/t/*.txt\", { nodir: true })) await state.mv(file, path.join(\"/dest/\", path.basename(file)), { overwrite: false })",
//=   "ENOENT: ENOENT: no such file or directory, cp '/t/?.txt'; a path is no pattern: for (const file of await state.glob(\"/t/?.txt\", { nodir: true })) await state.cp(file, path.join(\"/dest\", path.basename(file)), { overwrite: false })",
//=   "ENOENT: ENOENT: no such file or directory, readFile '/t/!(a).txt'; a path is no pattern: for (const file of await state.glob(\"/t/!(a).txt\", { nodir: true })) await state.readFile(file)",
//=   "ENOENT: ENOENT: no such file or directory, readJson '/t/*.txt'; a path is no pattern: for (const file of await state.glob(\"/t/*.txt\", { nodir: true })) await state.readJson(file)",
//=   "ENOENT: ENOENT: no such file or directory, createArchive '/t/*'; sources are no patterns: await state.createArchive(\"/a.tar\", await state.glob(\"/t/*\"))",
//=   "ENOENT: ENOENT: no such file or directory, replaceInFile '/t/@(a).txt'; a pattern is for state.replaceInFiles(\"/t/@(a).txt\", \"a\", \"b\")",
//=   false,
//=   null,
//=   [],
//=   undefined,
//=   undefined,
//=   undefined,
//=   ["/t", "/t/a.txt", "/t/b.txt", "/u", "/u/k.txt"],
//=   ["/dest", "/t", "/u", "/u/k.txt"],
//= ]
//= console.warn: note: there is no '/t/*': as a pattern it matches 2 entries, await state.glob("/t/*")
//= console.warn: note: there is no '/t/[ab].txt': as a pattern it matches 2 entries, await state.glob("/t/[ab].txt")
//= console.warn: note: '/t/[ab].txt' is no folder: a pattern is an option, await state.find("/", { pathPattern: "/t/[ab].txt" })
//= created: /dest (- -> 0)
//= deleted: /t/a.txt (1 -> -)
//= deleted: /t/b.txt (1 -> -)
//= deleted: /u/[k].txt (1 -> -)
