//! [files]
//! "/a" = "a\nb\nc\n"
//! "/b" = "x\n"

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,4 +1,2 @@\n-a\n-b\n-c\n+x\n "}
