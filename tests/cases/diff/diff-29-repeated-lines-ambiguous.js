//! [files]
//! "/a" = "{\n}\n{\n}\n"
//! "/b" = "{\n}\n{\nx\n}\n{\n}\n"

async () => state.diff("/a", "/b")

//= recorded {"result": "--- /a\n+++ /b\n@@ -1,5 +1,8 @@\n {\n }\n {\n+x\n }\n+{\n+}\n "}
