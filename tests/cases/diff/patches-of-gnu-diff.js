//! about = "`diff -N` tells by its time that a file is not there; a file may have that time as well."
//! [files]
//! "/gone.txt" = "one\n"
//! "/old.txt" = "one\n"

async () => {
  const nought = "1970-01-01 01:00:00.000000000 +0100";
  const now = "2024-05-01 12:00:00.123456789 +0200";
  const { files } = await state.applyPatch(`diff -ruN a/gone.txt b/gone.txt
--- a/gone.txt\t${now}
+++ b/gone.txt\t${nought}
@@ -1 +0,0 @@
-one
diff -ruN "a/made \\303\\251.txt" "b/made \\303\\251.txt"
--- "a/made \\303\\251.txt"\t${nought}
+++ "b/made \\303\\251.txt"\t${now}
@@ -0,0 +1 @@
+made
diff -ruN a/old.txt b/old.txt
--- a/old.txt\t${nought}
+++ b/old.txt\t${nought}
@@ -1 +1 @@
-one
+two
`);
  return { files: files.map(({ path, action }) => `${action} ${path}`), names: await state.readdir("/"), old: await state.readFile("/old.txt") };
}
//= result: {
//=   files: ["deleted /gone.txt", "added /made é.txt", "updated /old.txt"],
//=   names: ["made é.txt", "old.txt"],
//=   old: "two\n",
//= }
//= created: /made é.txt (- -> 5)
//= changed: /old.txt (4 -> 4)
//= deleted: /gone.txt (4 -> -)
