//! [files]
//! "/a" = "a"
//! "/b" = ""

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,1 +1,1 @@\n-a\n+"}
