//! [files]
//! "/f.txt" = "a\nb\n"

async () => state.diffContent("/f.txt", "a\nc\n")

//= result: "--- /f.txt\n+++ /f.txt\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"
