await state.applyPatch('diff --git "a/caf\\303\\251.txt" "b/caf\\303\\251.txt"\nnew file mode 100644\n--- /dev/null\n+++ "b/caf\\303\\251.txt"\n@@ -0,0 +1 @@\n+one\n');
return state.readdir("/");
//= result: ["café.txt"]
//= created: /café.txt (- -> 4)
