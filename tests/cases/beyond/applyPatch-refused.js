//! [files]
//! "/a" = "one\ntwo\nthree\none\ntwo\n"
//! "/dir/x" = "x"
//! "/b" = "1\n2\n"

async () => {
  const tried = async (patch, options) => {
    try { return (await state.applyPatch(patch, options)).files; } catch (error) { return `${error.code} ${error.path} ${error.message}`; }
  };
  const update = (name, hunk) => `*** Begin Patch\n*** Update File: ${name}\n@@\n${hunk}\n*** End Patch`;
  return {
    noPatch: await tried("just words"),
    cut: await tried("*** Begin Patch\n*** Update File: a\n-one\n+1"),
    notThere: await tried(update("a", " one\n-twoo\n+2\n three")),
    nothingLike: await tried(update("a", "-qqqqqqqq\n+1")),
    twice: await tried(update("a", "-one\n+1")),
    both: await tried("*** Begin Patch\n*** Update File: a\n@@\n-zzzz\n+1\n*** Update File: b\n@@\n-1\n+one\n*** Update File: dir/x\n@@\n-yyyy\n+1\n*** End Patch"),
    missing: await tried(update("aa", "-one\n+1")),
    exists: await tried("*** Begin Patch\n*** Add File: b\n+1\n*** End Patch"),
    directory: await tried("*** Begin Patch\n*** Delete File: dir\n*** End Patch"),
    target: await tried("*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** End Patch"),
    applied: await tried(update("b", " 1\n-two\n+2\n")),
    copy: await tried("diff --git a/a b/c\ncopy from a\ncopy to c\n"),
    binary: await tried("diff --git a/a b/a\nGIT binary patch\n"),
    noName: await tried("@@ -1 +1 @@\n-1\n+2\n"),
    outside: await tried(update("../../etc/passwd", "-one\n+1")),
    wrongOption: await tried(update("a", "-one\n+1"), { fuz: "none" }),
    wrongFuzz: await tried(update("a", "-one\n+1"), { fuzz: 3 }),
    noText: await tried(),
    ofAFile: await tried("/a", update("a", "-one\n+1")),
    files: [await state.readFile("/a"), await state.readFile("/b")],
  };
}
//= result: {
//=   noPatch: "EINVAL undefined EINVAL: the patch holds no hunk; write a unified diff with @@ lines, or use state.replaceInFile(path, search, replacement), applyPatch",
//=   cut: "EINVAL undefined EINVAL: the patch has no *** End Patch: it was probably cut; send the whole patch, in several calls if it is long, applyPatch",
//=   notThere: "EINVAL /a EINVAL: hunk 1: its lines are not in the file; the nearest text is at lines 1-3, where line 2 is \"two\" and the hunk has \"twoo\"; copy the lines of the hunk from the lines shown, which are those of the file, applyPatch '/a'; nothing was written\n1\tone\n2\ttwo\n3\tthree",
//=   nothingLike: "EINVAL /a EINVAL: hunk 1: its lines are not in the file; nothing in the file is like the lines of the hunk: read the file, or look for the text with state.searchText, applyPatch '/a'; nothing was written",
//=   twice: "EINVAL /a EINVAL: hunk 1: its lines are in the file 2 times (compared: exact), at lines 1, 4; give the hunk more lines of the file, or a line before it behind @@, applyPatch '/a'; nothing was written\n1\tone\n2\ttwo\n--\n3\tthree\n4\tone\n5\ttwo\n--",
//=   both: "EINVAL /a EINVAL: hunk 1: its lines are not in the file; nothing in the file is like the lines of the hunk: read the file, or look for the text with state.searchText, applyPatch '/a'; nothing was written\nalso EINVAL: hunk 1: its lines are not in the file; nothing in the file is like the lines of the hunk: read the file, or look for the text with state.searchText, applyPatch '/dir/x'",
//=   missing: "ENOENT /aa ENOENT: no such file or directory, applyPatch '/aa'; nothing was written",
//=   exists: "EEXIST /b EEXIST: file already exists; update it with hunks, or delete it first, applyPatch '/b'; nothing was written",
//=   directory: "EISDIR /dir EISDIR: it is a directory; await state.rm(path, { recursive: true }) removes it, applyPatch '/dir'; nothing was written",
//=   target: "EEXIST /b EEXIST: file already exists; update it with hunks, or delete it first, applyPatch '/b'; nothing was written",
//=   applied: "EINVAL undefined EINVAL: the patch leaves every file as it is: all of it is applied already; nothing was written, applyPatch",
//=   copy: [{ path: "/c", action: "added", from: "/a", linesAdded: 0, linesRemoved: 0, hunks: [] }],
//=   binary: "EINVAL undefined EINVAL: line 2 of the patch: \"a\" is not text, and a patch changes text only; write bytes with state.writeFileBytes, applyPatch",
//=   noName: "EINVAL undefined EINVAL: the patch does not say which file it is for; begin with --- and +++ lines, or *** Update File: PATH, applyPatch; nothing was written",
//=   outside: "ENOENT /etc/passwd ENOENT: no such file or directory, applyPatch '/etc/passwd'; nothing was written",
//=   wrongOption: "EINVAL undefined state.applyPatch: \"options.fuz\" is no option; did you mean \"fuzz\"? the options are strip, fuzz, dryRun — expected state.applyPatch(patch, options?)",
//=   wrongFuzz: "EINVAL undefined state.applyPatch: \"options.fuzz\" must be \"none\" or \"safe\" or \"indent\", but is the number 3 — expected state.applyPatch(patch, options?)",
//=   noText: "EINVAL undefined state.applyPatch: missing required parameter \"patch\" — expected state.applyPatch(patch, options?)",
//=   ofAFile: "EINVAL undefined state.applyPatch: \"options\" must be an object { strip?: number; fuzz?: \"none\" | \"safe\" | \"indent\"; dryRun?: boolean }, but is the string \"*** Begin Patch\n*** Update File: a\n@@\n-o…\" — expected state.applyPatch(patch, options?); the patch names its files, so it comes alone: await state.applyPatch(patch)",
//=   files: ["one\ntwo\nthree\none\ntwo\n", "1\n2\n"],
//= }
//= created: /c (- -> 22)
