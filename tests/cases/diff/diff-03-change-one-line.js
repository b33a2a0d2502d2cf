//! [files]
//! "/a" = "a\nb\nc\n"
//! "/b" = "a\nX\nc\n"

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,4 +1,4 @@\n a\n-b\n+X\n c\n "}
