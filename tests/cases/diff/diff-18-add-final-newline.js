//! [files]
//! "/a" = "a\nb"
//! "/b" = "a\nb\n"

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,2 +1,3 @@\n a\n b\n+"}
