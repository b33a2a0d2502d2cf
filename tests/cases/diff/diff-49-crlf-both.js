//! [files]
//! "/a" = "a\r\nb\r\n"
//! "/b" = "a\r\nc\r\n"

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,3 +1,3 @@\n a\r\n-b\r\n+c\r\n "}
