//! [files]
//! "/a" = "a\nb\nc\nb\na\n"
//! "/b" = "c\nb\na\nb\nc\n"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,5 +1,5 @@\n-a\n-b\n c\n b\n a\n+b\n+c\n"
