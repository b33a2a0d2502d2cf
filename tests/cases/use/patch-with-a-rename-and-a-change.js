//! [files]
//! "/src/a.txt" = "one\ntwo\nthree\n"

async () => {
  const result = await state.applyPatch(`diff --git a/src/a.txt b/lib/b.txt
similarity index 60%
rename from src/a.txt
rename to lib/b.txt
--- a/src/a.txt
+++ b/lib/b.txt
@@ -1,3 +1,3 @@
 one
-two
+2
 three
`);
  return [result.files.map(({ path, action, from }) => ({ path, action, from })), await state.glob("/**", { nodir: true }), await state.readFile("/lib/b.txt")];
}
//= result: [
//=   [{ path: "/lib/b.txt", action: "moved", from: "/src/a.txt" }],
//=   ["/lib/b.txt"],
//=   "one\n2\nthree\n",
//= ]
//= created: /lib (- -> 0)
//= created: /lib/b.txt (- -> 12)
//= deleted: /src/a.txt (14 -> -)
