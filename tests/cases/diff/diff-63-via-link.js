//! [files]
//! "/a" = "1\n"
//! "/b" = "2\n"
//! "/l" = { symlink = "b" }

async () => state.diff("/a", "/l")

//= recorded {"result": "--- /a\n+++ /l\n@@ -1,2 +1,2 @@\n-1\n+2\n "}
