//! [files]
//! "/f" = "1\n"
//! "/l" = { symlink = "f" }

async () => state.diffContent("/l", "2\n")

//= recorded {"result": "--- /l\n+++ /l\n@@ -1,2 +1,2 @@\n-1\n+2\n "}
