//! [files]
//! "/a" = "a  b\n"
//! "/b" = "a b\n"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,1 +1,1 @@\n-a  b\n+a b\n"
