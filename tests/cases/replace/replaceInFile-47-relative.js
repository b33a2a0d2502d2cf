//! [files]
//! "/a" = "1"

async () => {
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  await state.replaceInFile("a", "1", "2");
  return D();
}

//= result: { "/": "<dir>", "/a": "2" }
//= changed: /a (1 -> 1)
