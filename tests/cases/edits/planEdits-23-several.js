//+ files-texts

async () => {
  //+ everything
  const r = await state.planEdits([{"kind":"replace","path":"/a.js","search":"foo","replacement":"bar"},{"kind":"write","path":"/new.txt","content":"n"},{"kind":"writeJson","path":"/b.json","value":{"x":2}},{"kind":"replace","path":"/c.txt","search":"nope","replacement":"x"}]);
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     edits: [
//=       {
//=         instruction: { kind: "replace", path: "/a.js", search: "foo", replacement: "bar" },
//=         path: "/a.js",
//=         changed: true,
//=         content: "const a = 1;\nbar(a);\n",
//=         diff: "--- /a.js\n+++ /a.js\n@@ -1,2 +1,2 @@\n const a = 1;\n-foo(a);\n+bar(a);\n",
//=         base: "460737d41e63f843b31841c6bd4c4b8c26f8376142d893310cfee49b9a400a32",
//=       },
//=       {
//=         instruction: { kind: "write", path: "/new.txt", content: "n" },
//=         path: "/new.txt",
//=         changed: true,
//=         content: "n",
//=         diff: "--- /new.txt\n+++ /new.txt\n@@ -0,0 +1,1 @@\n+n\n\\ No newline at end of file\n",
//=         base: "absent",
//=       },
//=       {
//=         instruction: { kind: "writeJson", path: "/b.json", value: { x: 2 } },
//=         path: "/b.json",
//=         changed: true,
//=         content: "{\n  \"x\": 2\n}\n",
//=         diff: "--- /b.json\n+++ /b.json\n@@ -1,1 +1,3 @@\n-{\"x\":1}\n\\ No newline at end of file\n+{\n+  \"x\": 2\n+}\n",
//=         base: "5041bf1f713df204784353e82f6a4a535931cb64f1f4b4a5aeaffcb720918b22",
//=       },
//=       {
//=         instruction: { kind: "replace", path: "/c.txt", search: "nope", replacement: "x" },
//=         path: "/c.txt",
//=         changed: false,
//=         content: "one\ntwo\nthree\n",
//=         diff: "",
//=         base: "b6285c57e8797db5d4c51c80d6f11938afda9b11c6a003549709189e9b4b92a2",
//=       },
//=     ],
//=     totalChanged: 3,
//=     totalInstructions: 4,
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=   },
//= }
