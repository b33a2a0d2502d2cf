//! [files]
//! "/a" = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n21\n22\n23\n24\n25\n26\n27\n28\n29\n30\n31\n32\n33\n34\n35\n36\n37\n38\n39\n40"
//! "/b" = "1\ntwo\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n21\n22\n23\n24\n25\n26\n27\n28\n29\n30\n31\n32\n33\n34\n35\n36\n37\n38\n38b\n39\n40"

async () => state.diff("/a", "/b")

//= result: "--- /a\n+++ /b\n@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n 4\n 5\n@@ -17,7 +17,6 @@\n 17\n 18\n 19\n-20\n 21\n 22\n 23\n@@ -36,5 +35,6 @@\n 36\n 37\n 38\n+38b\n 39\n 40\n\\ No newline at end of file\n"
