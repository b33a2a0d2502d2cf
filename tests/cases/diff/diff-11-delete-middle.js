//! [files]
//! "/a" = "a\nb\nc\n"
//! "/b" = "a\nc\n"

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,4 +1,3 @@\n a\n-b\n c\n "}
