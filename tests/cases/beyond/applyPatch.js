//! [files]
//! "/src/a.txt" = "one\ntwo\nthree\nfour\nfive\n"
//! "/src/b.txt" = "if {\n    x\n    y\n}\n"
//! "/old.txt" = "gone\n"
//! "/from.txt" = "a\nb\n"

async () => {
  const unified = await state.applyPatch(`--- a/src/a.txt
+++ b/src/a.txt
@@ -1,3 +1,3 @@
 one
-two
+TWO
 three
--- /dev/null
+++ b/made/new.txt
@@ -0,0 +1,2 @@
+first
+second
--- a/old.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
`);
  const envelope = await state.applyPatch(`*** Begin Patch
*** Update File: /src/b.txt
@@
   x
-  y
+  Y
*** Update File: from.txt
*** Move to: to.txt
@@
-b
+B
*** End Patch`, { fuzz: "indent" });
  return {
    unified, envelope,
    texts: await Promise.all(["/src/a.txt", "/src/b.txt", "/made/new.txt", "/to.txt"].map((path) => state.readFile(path))),
    left: await state.readdir("/"),
    stripped: (await state.applyPatch("--- x/y/src/a.txt\n+++ x/y/src/a.txt\n@@ -5 +5 @@\n-five\n+5\n", { strip: 2 })).files[0].path,
    again: (await state.patch({ diff: "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -4,2 +4,2 @@\n-four\n+4\n 5\n", dry: true })),
    unchanged: await state.readFile("/src/a.txt"),
  };
}
//= result: {
//=   unified: {
//=     dryRun: false,
//=     files: [
//=       {
//=         path: "/src/a.txt",
//=         action: "updated",
//=         linesAdded: 1,
//=         linesRemoved: 1,
//=         hunks: [{ line: 1, match: "exact" }],
//=       },
//=       { path: "/made/new.txt", action: "added", linesAdded: 2, linesRemoved: 0, hunks: [] },
//=       { path: "/old.txt", action: "deleted", linesAdded: 0, linesRemoved: 1, hunks: [] },
//=     ],
//=     totalFiles: 3,
//=   },
//=   envelope: {
//=     dryRun: false,
//=     files: [
//=       {
//=         path: "/src/b.txt",
//=         action: "updated",
//=         linesAdded: 1,
//=         linesRemoved: 1,
//=         hunks: [{ line: 2, match: "indent" }],
//=       },
//=       {
//=         path: "/to.txt",
//=         action: "moved",
//=         from: "/from.txt",
//=         linesAdded: 1,
//=         linesRemoved: 1,
//=         hunks: [{ line: 2, match: "exact" }],
//=       },
//=     ],
//=     totalFiles: 2,
//=   },
//=   texts: [
//=     "one\nTWO\nthree\nfour\nfive\n",
//=     "if {\n    x\n    Y\n}\n",
//=     "first\nsecond\n",
//=     "a\nB\n",
//=   ],
//=   left: ["made", "src", "to.txt"],
//=   stripped: "/src/a.txt",
//=   again: {
//=     dryRun: true,
//=     files: [
//=       {
//=         path: "/src/a.txt",
//=         action: "updated",
//=         linesAdded: 1,
//=         linesRemoved: 1,
//=         hunks: [{ line: 4, match: "exact" }],
//=       },
//=     ],
//=     totalFiles: 1,
//=   },
//=   unchanged: "one\nTWO\nthree\nfour\n5\n",
//= }
//= console.warn: note: /src/b.txt: hunk 1 was found although it differs from the file in the indentation
//= created: /made (- -> 0)
//= created: /made/new.txt (- -> 13)
//= created: /to.txt (- -> 4)
//= changed: /src/a.txt (24 -> 21)
//= changed: /src/b.txt (19 -> 19)
//= deleted: /from.txt (4 -> -)
//= deleted: /old.txt (5 -> -)
