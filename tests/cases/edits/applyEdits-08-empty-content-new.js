//+ files-texts

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.applyEdits([{"path":"/n","content":""}]));
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     dryRun: false,
//=     edits: [{ path: "/n", changed: true, content: "", diff: "" }],
//=     totalChanged: 1,
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=     "/n": "",
//=   },
//= }
//= created: /n (- -> 0)
