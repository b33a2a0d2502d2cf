//! [files]
//! "/a" = "a\nb"
//! "/b" = "a\nc"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"
