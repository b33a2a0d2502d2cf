//+ files-texts

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.applyEdits([{"path":"/a.js","content":"changed"},{"path":"/n","content":"new"},{"path":"/","content":"bad"}]));
  return { r, fs: await D() };
}

//= result: {
//=   r: "E:EISDIR",
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=   },
//= }
