//+ files-texts

async () => {
  //+ everything
  const r = await state.planEdits([]);
  return { r, fs: await D() };
}

//= result: {
//=   r: { edits: [], totalChanged: 0, totalInstructions: 0 },
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=   },
//= }
