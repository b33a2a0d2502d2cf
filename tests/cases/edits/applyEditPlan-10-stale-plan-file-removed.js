//! [files]
//! "/a.js" = "const a = 1;\nfoo(a);\n"
//! "/b.json" = "{\"x\":1}"
//! "/c.txt" = "one\ntwo\nthree\n"

async () => {
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  const p = await state.planEdits([{ kind: "replace", path: "/c.txt", search: "two", replacement: "2" }]); await state.rm("/c.txt");
  const r = await state.applyEditPlan(p);
  return { r, fs: await D() };
}

//= throws: Error
//= message: ESTALE: changed since the plan was made: '/c.txt'; nothing was written; plan the edits again, applyEditPlan
//= code: ESTALE
//= path: /c.txt
//= at: 9:25
//= deleted: /c.txt (14 -> -)
