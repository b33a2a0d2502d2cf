//! [files]
//! "/a" = "a"
//! "/b" = ""

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,1 +0,0 @@\n-a\n\\ No newline at end of file\n"
