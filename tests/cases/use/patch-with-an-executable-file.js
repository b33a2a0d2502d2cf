await state.applyPatch("diff --git a/run.sh b/run.sh\nnew file mode 100755\n--- /dev/null\n+++ b/run.sh\n@@ -0,0 +1 @@\n+#!/bin/sh\n");
return ((await state.stat("/run.sh")).mode & 0o777).toString(8);
//= result: "755"
//= created: /run.sh (- -> 10)
