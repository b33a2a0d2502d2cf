//! about = "A patch is made, applied, and compared."
//! [files]
//! "/a.py" = "def f(x):\n    return x\n\n\ndef g():\n    pass\n"

async () => {
  const patch = `diff --git a/a.py b/a.py
--- a/a.py
+++ b/a.py
@@ -1,2 +1,4 @@
 def f(x):
-    return x
+    if x is None:
+        return 0
+    return x + 1
diff --git a/tests/test_a.py b/tests/test_a.py
new file mode 100644
--- /dev/null
+++ b/tests/test_a.py
@@ -0,0 +1,3 @@
+from a import f
+
+assert f(1) == 2
`;
  const { files } = await state.applyPatch(patch);
  const again = await state.applyPatch(patch).then(() => "applied twice", (e) => e.code);
  return { files: files.map((f) => [f.action, f.path, f.linesAdded, f.linesRemoved]), again, text: (await state.readFile("/a.py")).split("\n").slice(0, 4) };
}
//= result: {
//=   files: [["updated", "/a.py", 3, 1], ["added", "/tests/test_a.py", 3, 0]],
//=   again: "EEXIST",
//=   text: ["def f(x):", "    if x is None:", "        return 0", "    return x + 1"],
//= }
//= created: /tests (- -> 0)
//= created: /tests/test_a.py (- -> 34)
//= changed: /a.py (43 -> 82)
