//! [files]
//! "/a" = "a\n\n\nb\n"
//! "/b" = "a\n\nb\n"

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,5 +1,4 @@\n a\n \n-\n b\n "}
