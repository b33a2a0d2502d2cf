//! [files]
//! "/a" = ""
//! "/b" = "a\nb\n"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -0,0 +1,2 @@\n+a\n+b\n"
