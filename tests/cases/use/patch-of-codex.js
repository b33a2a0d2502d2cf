//! [files]
//! "/src/app.py" = "def f():\n    return 1\n"

await state.applyPatch(`*** Begin Patch
*** Update File: /src/app.py
@@
 def f():
-    return 1
+    return 2
*** Add File: /src/new.py
+x = 1
*** End Patch`);
return [await state.readFile("/src/app.py"), await state.readFile("/src/new.py")];
//= result: ["def f():\n    return 2\n", "x = 1\n"]
//= created: /src/new.py (- -> 6)
//= changed: /src/app.py (22 -> 22)
