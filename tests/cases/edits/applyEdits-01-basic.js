//+ files-texts

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.applyEdits([{"path":"/a.js","content":"x\n"},{"path":"/new","content":"n"}]));
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     dryRun: false,
//=     edits: [
//=       {
//=         path: "/a.js",
//=         changed: true,
//=         content: "x\n",
//=         diff: "--- /a.js\n+++ /a.js\n@@ -1,2 +1,1 @@\n-const a = 1;\n-foo(a);\n+x\n",
//=       },
//=       {
//=         path: "/new",
//=         changed: true,
//=         content: "n",
//=         diff: "--- /new\n+++ /new\n@@ -0,0 +1,1 @@\n+n\n\\ No newline at end of file\n",
//=       },
//=     ],
//=     totalChanged: 2,
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "x\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=     "/new": "n",
//=   },
//= }
//= created: /new (- -> 1)
//= changed: /a.js (21 -> 2)
