//! [files]
//! "/a" = ""
//! "/b" = "\n"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -0,0 +1,1 @@\n+\n"
