//! [files]
//! "/a" = "a\r\nb\r\n"
//! "/b" = "a\r\nc\r\n"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n"
