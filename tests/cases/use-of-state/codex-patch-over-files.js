//! about = "A patch in the form of models: update, add, delete and move in one text."
//! [files]
//! "/src/app.py" = "import os\n\n\ndef main():\n    x = 1\n    print(x)\n\n\ndef other():\n    x = 1\n    print(x)\n"
//! "/src/old.py" = "OLD = True\n"
//! "/src/util.py" = "def helper():\r\n    return 1\r\n"

async () => {
  const { files } = await state.applyPatch(`*** Begin Patch
*** Update File: src/app.py
@@ def other():
     x = 1
-    print(x)
+    print(x + 1)
*** Update File: src/util.py
*** Move to: src/lib/util.py
@@
 def helper():
-    return 1
+    return 2
*** Add File: src/new.py
+NEW = True
*** Delete File: src/old.py
*** End Patch`);
  const texts = {};
  for (const path of await state.glob("/src/**", { nodir: true })) texts[path] = await state.readFile(path);
  return { files: files.map(({ action, path, from }) => [action, path, from]), texts };
}
//= result: {
//=   files: [
//=     ["updated", "/src/app.py", undefined],
//=     ["moved", "/src/lib/util.py", "/src/util.py"],
//=     ["added", "/src/new.py", undefined],
//=     ["deleted", "/src/old.py", undefined],
//=   ],
//=   texts: {
//=     "/src/app.py": "import os\n\n\ndef main():\n    x = 1\n    print(x)\n\n\ndef other():\n    x = 1\n    print(x + 1)\n",
//=     "/src/lib/util.py": "def helper():\r\n    return 2\r\n",
//=     "/src/new.py": "NEW = True\n",
//=   },
//= }
//= console.warn: note: /src/lib/util.py: hunk 1 was found although it differs from the file in its line endings
//= created: /src/lib (- -> 0)
//= created: /src/lib/util.py (- -> 29)
//= created: /src/new.py (- -> 11)
//= changed: /src/app.py (85 -> 89)
//= deleted: /src/old.py (11 -> -)
//= deleted: /src/util.py (29 -> -)
