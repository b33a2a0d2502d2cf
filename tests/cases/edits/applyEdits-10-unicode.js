//+ files-texts

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.applyEdits([{"path":"/ф","content":"世😀\n"}]));
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     dryRun: false,
//=     edits: [
//=       {
//=         path: "/ф",
//=         changed: true,
//=         content: "世😀\n",
//=         diff: "--- /ф\n+++ /ф\n@@ -0,0 +1,1 @@\n+世😀\n",
//=       },
//=     ],
//=     totalChanged: 1,
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=     "/ф": "世😀\n",
//=   },
//= }
//= created: /ф (- -> 8)
