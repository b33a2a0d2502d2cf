//+ files-texts

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.planEdits([{"kind":"write","path":"/c.txt/x","content":"y"}]));
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     edits: [
//=       {
//=         instruction: { kind: "write", path: "/c.txt/x", content: "y" },
//=         path: "/c.txt/x",
//=         changed: true,
//=         content: "y",
//=         diff: "--- /c.txt/x\n+++ /c.txt/x\n@@ -0,0 +1,1 @@\n+y\n\\ No newline at end of file\n",
//=         base: "absent",
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
