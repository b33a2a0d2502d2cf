//! [files]
//! "/f.txt" = ""

async () => state.diffContent("/f.txt", "a\n")

//= result: "--- /f.txt\n+++ /f.txt\n@@ -0,0 +1,1 @@\n+a\n"
