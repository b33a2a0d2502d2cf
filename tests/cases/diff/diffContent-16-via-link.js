//! [files]
//! "/f" = "1\n"
//! "/l" = { symlink = "f" }

async () => state.diffContent("/l", "2\n")

//= result: "--- /l\n+++ /l\n@@ -1,1 +1,1 @@\n-1\n+2\n"
