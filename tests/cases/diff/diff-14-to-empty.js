//! [files]
//! "/a" = "a\nb\n"
//! "/b" = ""

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,3 +1,1 @@\n-a\n-b\n "}
