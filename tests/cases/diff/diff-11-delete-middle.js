//! [files]
//! "/a" = "a\nb\nc\n"
//! "/b" = "a\nc\n"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,3 +1,2 @@\n a\n-b\n c\n"
