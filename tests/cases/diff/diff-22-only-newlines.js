//! [files]
//! "/a" = "\n\n"
//! "/b" = "\n\n\n"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,2 +1,3 @@\n \n \n+\n"
