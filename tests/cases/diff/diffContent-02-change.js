//! [files]
//! "/f.txt" = "a\nb\n"

async () => state.diffContent("/f.txt", "a\nc\n")

//= recorded {"result": "--- /f.txt\n+++ /f.txt\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n "}
