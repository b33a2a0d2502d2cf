//+ files-texts

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.applyEdits([{"path":"/c.txt","content":"one\ntwo\nthree\n"}]));
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     dryRun: false,
//=     edits: [{ path: "/c.txt", changed: false, content: "one\ntwo\nthree\n", diff: "" }],
//=     totalChanged: 0,
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=   },
//= }
