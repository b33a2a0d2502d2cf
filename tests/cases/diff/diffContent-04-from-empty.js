//! [files]
//! "/f.txt" = ""

async () => state.diffContent("/f.txt", "a\n")

//= recorded {"result": "--- /f.txt\n+++ /f.txt\n@@ -1,1 +1,2 @@\n+a\n "}
