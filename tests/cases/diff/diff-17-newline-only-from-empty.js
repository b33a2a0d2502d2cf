//! [files]
//! "/a" = ""
//! "/b" = "\n"

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,1 +1,2 @@\n \n+"}
