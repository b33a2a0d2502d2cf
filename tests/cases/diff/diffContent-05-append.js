//! [files]
//! "/f.txt" = "a\n"

async () => state.diffContent("/f.txt", "a\nb\n")

//= result: "--- /f.txt\n+++ /f.txt\n@@ -1,1 +1,2 @@\n a\n+b\n"
