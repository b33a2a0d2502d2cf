//+ files-texts

async () => {
  //+ value-or-code
  //+ everything
  const p = await state.planEdits([{"kind":"write","path":"/new.txt","content":""}]);
  const r = await E(() => state.applyEditPlan(p));
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     dryRun: false,
//=     edits: [{ path: "/new.txt", changed: true, content: "", diff: "" }],
//=     totalChanged: 1,
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=     "/new.txt": "",
//=   },
//= }
//= created: /new.txt (- -> 0)
