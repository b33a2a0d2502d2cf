//+ files-texts

async () => {
  //+ value-or-code
  //+ everything
  const p = await state.planEdits([{"kind":"write","path":"/p/q/r.txt","content":"x"}]);
  const r = await E(() => state.applyEditPlan(p));
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     dryRun: false,
//=     edits: [
//=       {
//=         path: "/p/q/r.txt",
//=         changed: true,
//=         content: "x",
//=         diff: "--- /p/q/r.txt\n+++ /p/q/r.txt\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n",
//=       },
//=     ],
//=     totalChanged: 1,
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=     "/p": "<dir>",
//=     "/p/q": "<dir>",
//=     "/p/q/r.txt": "x",
//=   },
//= }
//= created: /p (- -> 0)
//= created: /p/q (- -> 0)
//= created: /p/q/r.txt (- -> 1)
