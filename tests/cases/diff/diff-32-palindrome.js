//! [files]
//! "/a" = "a\nb\nc\nb\na\n"
//! "/b" = "c\nb\na\nb\nc\n"

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,6 +1,6 @@\n-a\n-b\n c\n b\n a\n+b\n+c\n "}
