//+ files-texts

async () => {
  //+ everything
  const r = await state.planEdits([{"kind":"writeJson","path":"/b.json","value":{"x":1}}]);
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     edits: [
//=       {
//=         instruction: { kind: "writeJson", path: "/b.json", value: { x: 1 } },
//=         path: "/b.json",
//=         changed: true,
//=         content: "{\n  \"x\": 1\n}\n",
//=         diff: "--- /b.json\n+++ /b.json\n@@ -1,1 +1,3 @@\n-{\"x\":1}\n\\ No newline at end of file\n+{\n+  \"x\": 1\n+}\n",
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
