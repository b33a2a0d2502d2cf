//! [files]
//! "/f.txt" = "a\n"

async () => state.diffContent("/f.txt", "")

//= recorded {"result": "--- /f.txt\n+++ /f.txt\n@@ -1,2 +1,1 @@\n-a\n "}
