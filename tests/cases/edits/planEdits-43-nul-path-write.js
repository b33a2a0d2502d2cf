//+ files-texts

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.planEdits([{"kind":"write","path":"/n\u0000","content":"x"}]));
  return { r, fs: await D() };
}

//= result: {
//=   r: "E:EINVAL",
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=   },
//= }
