//! [files]
//! "/a.js" = "const a = 1;\nfoo(a);\n"
//! "/b.json" = "{\"x\":1}"
//! "/c.txt" = "one\ntwo\nthree\n"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  const p = await state.planEdits([{"kind":"write","path":"/new.txt","content":""}]);
  const r = await E(() => state.applyEditPlan(p));
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     dryRun: false,
//=     edits: [{ path: "/new.txt", changed: true, content: "", diff: "" }],
//=     totalChanged: 1,
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/a.js": "const a = 1;\nfoo(a);\n",
//=     "/b.json": "{\"x\":1}",
//=     "/c.txt": "one\ntwo\nthree\n",
//=     "/new.txt": "",
//=   },
//= }
//= created: /new.txt (- -> 0)
