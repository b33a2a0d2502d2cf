//! [files]
//! "/a" = "a\nb\nc\n"
//! "/b" = "a\nX\nc\n"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,3 +1,3 @@\n a\n-b\n+X\n c\n"
