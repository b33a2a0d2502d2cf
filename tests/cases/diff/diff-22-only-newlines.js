//! [files]
//! "/a" = "\n\n"
//! "/b" = "\n\n\n"

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,3 +1,4 @@\n \n \n \n+"}
