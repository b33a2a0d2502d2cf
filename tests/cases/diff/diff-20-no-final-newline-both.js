//! [files]
//! "/a" = "a\nb"
//! "/b" = "a\nc"

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,2 +1,2 @@\n a\n-b\n+c"}
