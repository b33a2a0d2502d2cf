//+ files-texts

async () => {
  //+ everything
  const r = await state.planEdits([{"kind":"replace","path":"/a.js","search":"zzz","replacement":"bar"}]);
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     edits: [
//=       {
//=         instruction: { kind: "replace", path: "/a.js", search: "zzz", replacement: "bar" },
//=         path: "/a.js",
//=         changed: false,
//=         content: "const a = 1;\nfoo(a);\n",
//=         diff: "",
//=         base: "460737d41e63f843b31841c6bd4c4b8c26f8376142d893310cfee49b9a400a32",
//=       },
//=     ],
//=     totalChanged: 0,
//=     totalInstructions: 1,
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=   },
//= }
