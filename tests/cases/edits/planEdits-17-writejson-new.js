//+ files-texts

async () => {
  //+ everything
  const r = await state.planEdits([{"kind":"writeJson","path":"/n.json","value":{"a":[1,2],"b":null}}]);
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     edits: [
//=       {
//=         instruction: { kind: "writeJson", path: "/n.json", value: { a: [1, 2], b: null } },
//=         path: "/n.json",
//=         changed: true,
//=         content: "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": null\n}\n",
//=         diff: "--- /n.json\n+++ /n.json\n@@ -0,0 +1,7 @@\n+{\n+  \"a\": [\n+    1,\n+    2\n+  ],\n+  \"b\": null\n+}\n",
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
