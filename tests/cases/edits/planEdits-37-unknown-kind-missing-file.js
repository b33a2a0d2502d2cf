//+ files-texts

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.planEdits([{"kind":"delete","path":"/zz"}]));
  return { r, fs: await D() };
}

//= result: {
//=   r: "E:?",
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=   },
//= }
