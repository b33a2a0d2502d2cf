//! [files]
//! "/f.txt" = "a\n"

async () => state.diffContent("/f.txt", "a\nb\n")

//= recorded {"result": "--- /f.txt\n+++ /f.txt\n@@ -1,2 +1,3 @@\n a\n+b\n "}
