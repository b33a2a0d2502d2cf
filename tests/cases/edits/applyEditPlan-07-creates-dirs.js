//! [files]
//! "/a.js" = "const a = 1;\nfoo(a);\n"
//! "/b.json" = "{\"x\":1}"
//! "/c.txt" = "one\ntwo\nthree\n"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
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
