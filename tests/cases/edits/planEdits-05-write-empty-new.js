//+ files-texts

async () => {
  //+ everything
  const r = await state.planEdits([{"kind":"write","path":"/new.txt","content":""}]);
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     edits: [
//=       {
//=         instruction: { kind: "write", path: "/new.txt", content: "" },
//=         path: "/new.txt",
//=         changed: true,
//=         content: "",
//=         diff: "",
//=         base: "absent",
//=       },
//=     ],
//=     totalChanged: 1,
//=     totalInstructions: 1,
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=   },
//= }
