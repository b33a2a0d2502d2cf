//+ files-texts

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.planEdits([{"kind":"write","path":"/n.txt","content":"abc"},{"kind":"replace","path":"/n.txt","search":"a","replacement":"b"}]));
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     edits: [
//=       {
//=         instruction: { kind: "write", path: "/n.txt", content: "abc" },
//=         path: "/n.txt",
//=         changed: true,
//=         content: "abc",
//=         diff: "--- /n.txt\n+++ /n.txt\n@@ -0,0 +1,1 @@\n+abc\n\\ No newline at end of file\n",
//=         base: "absent",
//=       },
//=       {
//=         instruction: { kind: "replace", path: "/n.txt", search: "a", replacement: "b" },
//=         path: "/n.txt",
//=         changed: true,
//=         content: "bbc",
//=         diff: "--- /n.txt\n+++ /n.txt\n@@ -1,1 +1,1 @@\n-abc\n\\ No newline at end of file\n+bbc\n\\ No newline at end of file\n",
//=         base: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
//=       },
//=     ],
//=     totalChanged: 2,
//=     totalInstructions: 2,
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=   },
//= }
