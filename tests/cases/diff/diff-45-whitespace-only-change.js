//! [files]
//! "/a" = "a  b\n"
//! "/b" = "a b\n"

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,2 +1,2 @@\n-a  b\n+a b\n "}
