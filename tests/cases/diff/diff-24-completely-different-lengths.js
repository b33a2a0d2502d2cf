//! [files]
//! "/a" = "a\nb\nc\n"
//! "/b" = "x\n"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,3 +1,1 @@\n-a\n-b\n-c\n+x\n"
