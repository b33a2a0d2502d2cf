//! [files]
//! "/a" = "Abc\n"
//! "/b" = "abc\n"

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,2 +1,2 @@\n-Abc\n+abc\n "}
