//! about = "Each mail of `git format-patch` changes what those before it have made."
//! [files]
//! "/a.txt" = "one\ntwo\n"

const MAIL = (hash, number, subject, patch) => `From ${hash} Mon Sep 17 00:00:00 2001
From: Ann <ann@example.com>
Date: Mon, 1 Jan 2024 00:00:00 +0000
Subject: [PATCH ${number}/2] ${subject}

- the list of what changes
@@ is no hunk here
--- nor is this a name

---
 a.txt | 2 +-
 1 file changed, 1 insertion(+), 1 deletion(-)

${patch}-- 
2.47.3

`;

async () => {
  const first = MAIL("0123456789abcdef0123456789abcdef01234567", 1, "first", `diff --git a/a.txt b/a.txt
index 1..2 100644
--- a/a.txt
+++ b/a.txt
@@ -1,2 +1,2 @@
-one
+three
 two
diff --git a/made.txt b/made.txt
new file mode 100644
index 0..2
--- /dev/null
+++ b/made.txt
@@ -0,0 +1 @@
+made
`);
  const second = MAIL("89abcdef0123456789abcdef0123456789abcdef", 2, "second", `diff --git a/a.txt b/b.txt
similarity index 60%
rename from a.txt
rename to b.txt
index 2..3 100644
--- a/a.txt
+++ b/b.txt
@@ -1,2 +1,2 @@
-three
+four
 two
diff --git a/made.txt b/made.txt
deleted file mode 100644
index 2..0
--- a/made.txt
+++ /dev/null
@@ -1 +0,0 @@
-made
`);
  const { files } = await state.applyPatch(first + second);
  const again = await state.applyPatch(first + second).catch((error) => error.message);
  return { files: files.map(({ path, action }) => `${action} ${path}`), names: await state.readdir("/"), b: await state.readFile("/b.txt"), again };
}
//= result: {
//=   files: ["updated /a.txt", "added /made.txt", "moved /b.txt", "deleted /made.txt"],
//=   names: ["b.txt"],
//=   b: "four\ntwo\n",
//=   again: "ENOENT: no such file or directory, applyPatch '/a.txt'; nothing was written; did you mean '/b.txt'?",
//= }
//= created: /b.txt (- -> 9)
//= deleted: /a.txt (8 -> -)
