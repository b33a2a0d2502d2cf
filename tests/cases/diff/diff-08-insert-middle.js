//! [files]
//! "/a" = "a\nc\n"
//! "/b" = "a\nb\nc\n"

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,3 +1,4 @@\n a\n+b\n c\n "}
