//+ files-texts

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.applyEdits([{"path":"/n","content":"1"},{"path":"/","content":"2"}], { dryRun: true }));
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
