//! [files]
//! "/a" = "Abc\n"
//! "/b" = "abc\n"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,1 +1,1 @@\n-Abc\n+abc\n"
