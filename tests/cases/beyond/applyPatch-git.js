//! [files]
//! "/café.txt" = "eins\n"
//! "/gone" = ""
//! "/run.sh" = "#!/bin/sh\n"
//! "/b/f" = "one\ntwo\nthree\nfour\n"
//! "/f" = "other\n"
//! "/dir/only" = "x\n"
//! "/lf" = "a\nb\n"
//! "/numbers" = "1\n2\n"
//! "/x " = "left\n"
//! "/plain" = "a\n"

// As `git diff -M -C --find-copies-harder -U0` prints it.
async () => {
  const patch = [
    "diff --git \"a/caf\\303\\251.txt\" \"b/caf\\303\\251.txt\"",
    "index 5f51113..a7c7b97 100644",
    "--- \"a/caf\\303\\251.txt\"",
    "+++ \"b/caf\\303\\251.txt\"",
    "@@ -1,0 +2 @@ eins",
    "+zwei",
    "diff --git a/f b/copy",
    "similarity index 100%",
    "copy from f",
    "copy to copy",
    "diff --git a/dir b/dir",
    "new file mode 100644",
    "index 0000000..3f899ea",
    "--- /dev/null",
    "+++ b/dir",
    "@@ -0,0 +1 @@",
    "+now a file",
    "diff --git a/dir/only b/dir/only",
    "deleted file mode 100644",
    "index 587be6b..0000000",
    "--- a/dir/only",
    "+++ /dev/null",
    "@@ -1 +0,0 @@",
    "-x",
    "diff --git a/b/f b/g",
    "similarity index 73%",
    "rename from b/f",
    "rename to g",
    "index f384549..edb299e 100644",
    "--- a/b/f",
    "+++ b/g",
    "@@ -4 +4 @@ three",
    "-four",
    "+4",
    "diff --git a/lf b/lf",
    "index 422c2b7..c30dea8 100644",
    "--- a/lf",
    "+++ b/lf",
    "@@ -1,2 +1,2 @@",
    "-a",
    "-b",
    "+a\r",
    "+b\r",
    "diff --git a/link b/link",
    "index 9cc5e39..e0e6347 120000",
    "--- a/link",
    "+++ b/link",
    "@@ -1 +1 @@",
    "-café.txt",
    "\\ No newline at end of file",
    "+run.sh",
    "\\ No newline at end of file",
    "diff --git a/gone b/new",
    "similarity index 100%",
    "rename from gone",
    "rename to new",
    "diff --git a/numbers b/numbers",
    "index 1191247..4539bbf 100644",
    "--- a/numbers",
    "+++ b/numbers",
    "@@ -0,0 +1 @@",
    "+0",
    "diff --git a/plain b/plain",
    "deleted file mode 100644",
    "index 7898192..0000000",
    "--- a/plain",
    "+++ /dev/null",
    "@@ -1 +0,0 @@",
    "-a",
    "diff --git a/plain b/plain",
    "new file mode 120000",
    "index 0000000..4d1ae35",
    "--- /dev/null",
    "+++ b/plain",
    "@@ -0,0 +1 @@",
    "+f",
    "\\ No newline at end of file",
    "diff --git a/run.sh b/run.sh",
    "old mode 100644",
    "new mode 100755",
    "diff --git \"a/tab\\there\" \"b/tab\\there\"",
    "new file mode 100644",
    "index 0000000..1e1d39f",
    "--- /dev/null",
    "+++ \"b/tab\\there\"",
    "@@ -0,0 +1,2 @@",
    "+c\r",
    "+d",
    "diff --git a/x  b/x ",
    "index 45cf141..c376d89 100644",
    "--- a/x \t",
    "+++ b/x \t",
    "@@ -1 +1 @@",
    "-left",
    "+right"
  ].map((line) => line + "\n").join("");
  await state.symlink("café.txt", "/link");
  const { files } = await state.applyPatch(patch);
  const contents = {};
  for (const { path, type } of await state.find("/")) {
    if (type === "file") contents[path] = await state.readFile(path);
    if (type === "symlink") contents[path] = { link: await state.readlink(path) };
  }
  const tried = async (patch) => { try { return (await state.applyPatch(patch)).files; } catch (error) { return `${error.code} ${error.path} ${error.message}`; } };
  const kept = "diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-other\n+OTHER\n";
  return {
    files: files.map(({ path, action, from }) => [action, path, from ?? null]),
    contents,
    executable: ((await state.stat("/run.sh")).mode & 0o111) !== 0,
    binary: await tried(kept + "diff --git a/logo b/logo\nindex 1..2 100644\nBinary files a/logo and b/logo differ\n"),
    submodule: await tried(kept + "diff --git a/lib b/lib\nindex 1234567..89abcde 160000\n--- a/lib\n+++ b/lib\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n"),
    fileForLink: await tried(kept + "diff --git a/link b/link\nindex 1..2 100644\n--- a/link\n+++ b/link\n@@ -1 +1 @@\n-#!/bin/sh\n+#!/bin/bash\n"),
    linkForFile: await tried(kept + "diff --git a/dir b/dir\nindex 1..2 120000\n--- a/dir\n+++ b/dir\n@@ -1 +1 @@\n-now a file\n+x\n"),
    occupied: await tried(kept + "diff --git a/f b/numbers\nsimilarity index 100%\ncopy from f\ncopy to numbers\n"),
    missing: await tried(kept + "diff --git a/nothing b/something\nsimilarity index 100%\nrename from nothing\nrename to something\n"),
    unchanged: await state.readFile("/f"),
  };
}
//= result: {
//=   files: [
//=     ["updated", "/café.txt", null],
//=     ["added", "/copy", "/f"],
//=     ["added", "/dir", null],
//=     ["deleted", "/dir/only", null],
//=     ["moved", "/g", "/b/f"],
//=     ["updated", "/lf", null],
//=     ["updated", "/link", null],
//=     ["moved", "/new", "/gone"],
//=     ["updated", "/numbers", null],
//=     ["deleted", "/plain", null],
//=     ["added", "/plain", null],
//=     ["updated", "/run.sh", null],
//=     ["added", "/tab\there", null],
//=     ["updated", "/x ", null],
//=   ],
//=   contents: {
//=     "/café.txt": "eins\nzwei\n",
//=     "/copy": "other\n",
//=     "/dir": "now a file\n",
//=     "/f": "other\n",
//=     "/g": "one\ntwo\nthree\n4\n",
//=     "/lf": "a\r\nb\r\n",
//=     "/link": { link: "run.sh" },
//=     "/new": "",
//=     "/numbers": "0\n1\n2\n",
//=     "/plain": { link: "f" },
//=     "/run.sh": "#!/bin/sh\n",
//=     "/tab\there": "c\r\nd\n",
//=     "/x ": "right\n",
//=   },
//=   executable: true,
//=   binary: "EINVAL undefined EINVAL: line 10 of the patch: \"logo\" is not text, and a patch changes text only; write bytes with state.writeFileBytes, applyPatch",
//=   submodule: "EINVAL undefined EINVAL: line 9 of the patch: \"lib\" is a submodule, and a patch changes files and links only; leave it out of the patch, and patch the files in it, applyPatch",
//=   fileForLink: "EINVAL /link EINVAL: the patch changes a file, and here is a link to \"run.sh\"; name the file that the link leads to, applyPatch '/link'; nothing was written",
//=   linkForFile: "EINVAL /dir EINVAL: the patch changes a link, and here is none; leave it out of the patch, or make the link first that the patch changes, applyPatch '/dir'; nothing was written",
//=   occupied: "EEXIST /numbers EEXIST: file already exists; update it with hunks, or delete it first, applyPatch '/numbers'; nothing was written",
//=   missing: "ENOENT /nothing ENOENT: no such file or directory, applyPatch '/nothing'; nothing was written",
//=   unchanged: "other\n",
//= }
//= created: /copy (- -> 6)
//= created: /g (- -> 16)
//= created: /link (- -> 6)
//= created: /new (- -> 0)
//= created: "/tab\there" (- -> 5)
//= changed: /café.txt (5 -> 10)
//= changed: /dir (0 -> 11)
//= changed: /lf (4 -> 6)
//= changed: /numbers (4 -> 6)
//= changed: /plain (2 -> 1)
//= changed: /run.sh (10 -> 10)
//= changed: "/x " (5 -> 6)
//= deleted: /b/f (19 -> -)
//= deleted: /dir/only (2 -> -)
//= deleted: /gone (0 -> -)
