//! [files]
//! "/a" = "a\n\n\nb\n"
//! "/b" = "a\n\nb\n"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,4 +1,3 @@\n a\n \n-\n b\n"
