//+ files-texts

async () => {
  //+ everything
  const r = await state.planEdits([{"kind":"replace","path":"/a.js","search":"FOO","replacement":"bar","options":{"caseSensitive":false}}]);
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     edits: [
//=       {
//=         instruction: {
//=           kind: "replace",
//=           path: "/a.js",
//=           search: "FOO",
//=           replacement: "bar",
//=           options: { caseSensitive: false },
//=         },
//=         path: "/a.js",
//=         changed: true,
//=         content: "const a = 1;\nbar(a);\n",
//=         diff: "--- /a.js\n+++ /a.js\n@@ -1,2 +1,2 @@\n const a = 1;\n-foo(a);\n+bar(a);\n",
//=         base: "460737d41e63f843b31841c6bd4c4b8c26f8376142d893310cfee49b9a400a32",
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
