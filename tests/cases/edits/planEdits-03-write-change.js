//+ files-texts

async () => {
  //+ everything
  const r = await state.planEdits([{"kind":"write","path":"/c.txt","content":"one\nTWO\nthree\n"}]);
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     edits: [
//=       {
//=         instruction: { kind: "write", path: "/c.txt", content: "one\nTWO\nthree\n" },
//=         path: "/c.txt",
//=         changed: true,
//=         content: "one\nTWO\nthree\n",
//=         diff: "--- /c.txt\n+++ /c.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n",
//=         base: "b6285c57e8797db5d4c51c80d6f11938afda9b11c6a003549709189e9b4b92a2",
//=       },
//=     ],
//=     totalChanged: 1,
//=     totalInstructions: 1,
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=   },
//= }
