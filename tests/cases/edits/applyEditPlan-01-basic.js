//+ files-texts

async () => {
  //+ value-or-code
  //+ everything
  const p = await state.planEdits([{"kind":"replace","path":"/a.js","search":"foo","replacement":"bar"},{"kind":"write","path":"/new.txt","content":"n\n"},{"kind":"writeJson","path":"/b.json","value":{"x":2}}]);
  const r = await E(() => state.applyEditPlan(p));
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     dryRun: false,
//=     edits: [
//=       {
//=         path: "/a.js",
//=         changed: true,
//=         content: "const a = 1;\nbar(a);\n",
//=         diff: "--- /a.js\n+++ /a.js\n@@ -1,2 +1,2 @@\n const a = 1;\n-foo(a);\n+bar(a);\n",
//=       },
//=       {
//=         path: "/new.txt",
//=         changed: true,
//=         content: "n\n",
//=         diff: "--- /new.txt\n+++ /new.txt\n@@ -0,0 +1,1 @@\n+n\n",
//=       },
//=       {
//=         path: "/b.json",
//=         changed: true,
//=         content: "{\n  \"x\": 2\n}\n",
//=         diff: "--- /b.json\n+++ /b.json\n@@ -1,1 +1,3 @@\n-{\"x\":1}\n\\ No newline at end of file\n+{\n+  \"x\": 2\n+}\n",
//=       },
//=     ],
//=     totalChanged: 3,
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nbar(a);\n",
//=     "/b.json": "{\n  \"x\": 2\n}\n",
//=     "/c.txt": "one\ntwo\nthree\n",
//=     "/new.txt": "n\n",
//=   },
//= }
//= created: /new.txt (- -> 2)
//= changed: /a.js (21 -> 21)
//= changed: /b.json (7 -> 13)
