//+ files-texts

async () => {
  //+ everything
  const r = await state.planEdits([{"kind":"writeJson","path":"/b.json","value":[1],"options":{"spaces":0}}]);
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     edits: [
//=       {
//=         instruction: { kind: "writeJson", path: "/b.json", value: [1], options: { spaces: 0 } },
//=         path: "/b.json",
//=         changed: true,
//=         content: "[1]\n",
//=         diff: "--- /b.json\n+++ /b.json\n@@ -1,1 +1,1 @@\n-{\"x\":1}\n\\ No newline at end of file\n+[1]\n",
//=         base: "5041bf1f713df204784353e82f6a4a535931cb64f1f4b4a5aeaffcb720918b22",
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
