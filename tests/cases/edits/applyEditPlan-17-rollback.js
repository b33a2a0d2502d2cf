//+ files-texts

async () => {
  //+ value-or-code
  //+ everything
  const p = await state.planEdits([{ kind: "write", path: "/c.txt", content: "new" }, { kind: "write", path: "/n", content: "n" }]); p.edits.push({ path: "/", content: "bad", changed: true, diff: "", instruction: {} });
  const r = await E(() => state.applyEditPlan(p));
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
