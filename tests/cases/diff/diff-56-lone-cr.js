//! [files]
//! "/a" = "a\rb\n"
//! "/b" = "a\rc\n"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,1 +1,1 @@\n-a\rb\n+a\rc\n"
