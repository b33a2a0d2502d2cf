//+ files-texts

async () => {
  //+ everything
  const r = await state.planEdits([{"kind":"write","path":"/c.txt","content":"alpha"},{"kind":"replace","path":"/c.txt","search":"one","replacement":"1"}]);
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     edits: [
//=       {
//=         instruction: { kind: "write", path: "/c.txt", content: "alpha" },
//=         path: "/c.txt",
//=         changed: true,
//=         content: "alpha",
//=         diff: "--- /c.txt\n+++ /c.txt\n@@ -1,3 +1,1 @@\n-one\n-two\n-three\n+alpha\n\\ No newline at end of file\n",
//=         base: "b6285c57e8797db5d4c51c80d6f11938afda9b11c6a003549709189e9b4b92a2",
//=       },
//=       {
//=         instruction: { kind: "replace", path: "/c.txt", search: "one", replacement: "1" },
//=         path: "/c.txt",
//=         changed: false,
//=         content: "alpha",
//=         diff: "",
//=         base: "8ed3f6ad685b959ead7022518e1af76cd816f8e8ec7ccdda1ed4018e8f2223f8",
//=       },
//=     ],
//=     totalChanged: 1,
//=     totalInstructions: 2,
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=   },
//= }
