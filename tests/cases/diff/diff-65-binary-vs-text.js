//! [files]
//! "/a" = { bytes = [0, 1, 10] }
//! "/b" = "t\n"

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,2 +1,2 @@\n-\u0000\u0001\n+t\n "}
