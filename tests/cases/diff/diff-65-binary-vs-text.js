//! [files]
//! "/a" = { bytes = [0, 1, 10] }
//! "/b" = "t\n"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,1 +1,1 @@\n-\u0000\u0001\n+t\n"
