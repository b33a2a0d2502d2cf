//! [files]
//! "/a" = "a\rb\n"
//! "/b" = "a\rc\n"

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,2 +1,2 @@\n-a\rb\n+a\rc\n "}
