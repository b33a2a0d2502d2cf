//! [files]
//! "/a" = "a\nc\n"
//! "/b" = "a\nb\nc\n"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,2 +1,3 @@\n a\n+b\n c\n"
