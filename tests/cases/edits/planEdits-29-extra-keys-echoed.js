//! [files]
//! "/a.js" = "const a = 1;\nfoo(a);\n"
//! "/b.json" = "{\"x\":1}"
//! "/c.txt" = "one\ntwo\nthree\n"

async () => {
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  const r = await state.planEdits([{"kind":"write","path":"/n","content":"x","note":"hello"}]);
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     edits: [
//=       {
//=         instruction: { kind: "write", path: "/n", content: "x", note: "hello" },
//=         path: "/n",
//=         changed: true,
//=         content: "x",
//=         diff: "--- /n\n+++ /n\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n",
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
