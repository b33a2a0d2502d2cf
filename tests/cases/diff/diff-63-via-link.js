//! [files]
//! "/a" = "1\n"
//! "/b" = "2\n"
//! "/l" = { symlink = "b" }

async () => state.diff("/a", "/l")

//= result: "--- /a\n+++ /l\n@@ -1,1 +1,1 @@\n-1\n+2\n"
