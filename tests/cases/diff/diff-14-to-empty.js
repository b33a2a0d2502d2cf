//! [files]
//! "/a" = "a\nb\n"
//! "/b" = ""

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,2 +0,0 @@\n-a\n-b\n"
