//! [files]
//! "/a" = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n"
//! "/b" = "1\n2\n3\n4\nx\n6\n7\n8\n9\n10\n11\ny\n13\n14\n15\n16\n17\n18\n19\n20\n"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -2,14 +2,14 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n 9\n 10\n 11\n-12\n+y\n 13\n 14\n 15\n"
