//! about = "A patch of git with quoted names, a mode, a link, an empty file and a rename."
//! [files]
//! "/my file.txt" = "one\ntwo\n"
//! "/run.sh" = "#!/bin/sh\n"
//! "/now" = { symlink = "v1" }
//! "/old/name.c" = "int main() {\n  return 0;\n}\n"
//! "/gone.txt" = ""

async () => {
  const patch = String.raw`diff --git "a/my file.txt" "b/my file.txt"
index 1..2 100644
--- "a/my file.txt"
+++ "b/my file.txt"
@@ -1,2 +1,2 @@
 one
-two
+zwei
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
diff --git a/now b/now
index 1..2 120000
--- a/now
+++ b/now
@@ -1 +1 @@
-v1
\ No newline at end of file
+v2
\ No newline at end of file
diff --git a/old/name.c b/new/name.c
similarity index 80%
rename from old/name.c
rename to new/name.c
--- a/old/name.c
+++ b/new/name.c
@@ -1,3 +1,3 @@
 int main() {
-  return 0;
+  return 1;
 }
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
index e69de29..0000000
diff --git "a/caf\303\251.txt" "b/caf\303\251.txt"
new file mode 100644
index 0000000..e69de29
`;
  const { files } = await state.applyPatch(patch);
  return {
    files: files.map(({ action, path, from }) => [action, path, from]),
    all: await state.glob("/**"),
    mode: ((await state.stat("/run.sh")).mode & 0o777).toString(8),
    now: await state.readlink("/now"),
    c: await state.readFile("/new/name.c"),
  };
}
//= result: {
//=   files: [
//=     ["updated", "/my file.txt", undefined],
//=     ["updated", "/run.sh", undefined],
//=     ["updated", "/now", undefined],
//=     ["moved", "/new/name.c", "/old/name.c"],
//=     ["deleted", "/gone.txt", undefined],
//=     ["added", "/café.txt", undefined],
//=   ],
//=   all: ["/café.txt", "/my file.txt", "/new", "/new/name.c", "/now", "/old", "/run.sh"],
//=   mode: "755",
//=   now: "v2",
//=   c: "int main() {\n  return 1;\n}\n",
//= }
//= created: /café.txt (- -> 0)
//= created: /new (- -> 0)
//= created: /new/name.c (- -> 27)
//= changed: /my file.txt (8 -> 9)
//= changed: /now (2 -> 2)
//= changed: /run.sh (10 -> 10)
//= deleted: /gone.txt (0 -> -)
//= deleted: /old/name.c (27 -> -)
