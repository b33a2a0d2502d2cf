//! [files]
//! "/f.txt" = "a\n"

async () => state.diffContent("/f.txt", "")

//= result: "--- /f.txt\n+++ /f.txt\n@@ -1,1 +0,0 @@\n-a\n"
