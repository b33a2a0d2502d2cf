//! [files]
//! "/a" = "{\n}\n{\n}\n"
//! "/b" = "{\n}\n{\nx\n}\n{\n}\n"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,4 +1,7 @@\n {\n }\n {\n+x\n+}\n+{\n }\n"
