//! [files]
//! "/a.js" = "const a = 1;\nfoo(a);\n"
//! "/b.json" = "{\"x\":1}"
//! "/c.txt" = "one\ntwo\nthree\n"

async () => {
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  const r = await state.planEdits([{"kind":"write","path":"/n","content":"x","note":"hello"}]);
  return { r, fs: await D() };
}

//= throws: TypeError
//= message: state.planEdits: "instructions[0].note" is no member; the members are kind, path, content — expected state.planEdits(instructions)
//= code: EINVAL
//= at: 8:25
