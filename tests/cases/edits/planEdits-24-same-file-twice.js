//+ files-texts

async () => {
  //+ everything
  const r = await state.planEdits([{"kind":"replace","path":"/a.js","search":"const","replacement":"let"},{"kind":"replace","path":"/a.js","search":"foo","replacement":"bar"}]);
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     edits: [
//=       {
//=         instruction: { kind: "replace", path: "/a.js", search: "const", replacement: "let" },
//=         path: "/a.js",
//=         changed: true,
//=         content: "let a = 1;\nfoo(a);\n",
//=         diff: "--- /a.js\n+++ /a.js\n@@ -1,2 +1,2 @@\n-const a = 1;\n+let a = 1;\n foo(a);\n",
//=         base: "460737d41e63f843b31841c6bd4c4b8c26f8376142d893310cfee49b9a400a32",
//=       },
//=       {
//=         instruction: { kind: "replace", path: "/a.js", search: "foo", replacement: "bar" },
//=         path: "/a.js",
//=         changed: true,
//=         content: "let a = 1;\nbar(a);\n",
//=         diff: "--- /a.js\n+++ /a.js\n@@ -1,2 +1,2 @@\n let a = 1;\n-foo(a);\n+bar(a);\n",
//=         base: "24039688fa8ca69b0793ebb8073253004405d49cf9cf1c29b1736830eb6f04e7",
//=       },
//=     ],
//=     totalChanged: 2,
//=     totalInstructions: 2,
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=   },
//= }
