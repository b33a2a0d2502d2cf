//! about = "Each `*** Begin Patch` of a text is applied, in its order."
//! [files]
//! "/a.txt" = "one\ntwo\n"

async () => {
  const { files } = await state.applyPatch(`First:
*** Begin Patch
*** Update File: a.txt
-one
+1
 two
*** End Patch

And then:
*** Begin Patch
*** Update File: a.txt
 1
-two
+2
*** Add File: b.txt
+made
*** End Patch
`);
  return { files: files.map(({ path, action }) => `${action} ${path}`), a: await state.readFile("/a.txt"), b: await state.readFile("/b.txt") };
}
//= result: { files: ["updated /a.txt", "updated /a.txt", "added /b.txt"], a: "1\n2\n", b: "made\n" }
//= created: /b.txt (- -> 5)
//= changed: /a.txt (8 -> 4)
