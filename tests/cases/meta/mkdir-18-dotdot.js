//! [files]
//! "/a" = { dir = true }

async () => {
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  await state.mkdir("/a/../b");
  return D();
}

//= result: { "/": "<dir>", "/a": "<dir>", "/b": "<dir>" }
//= created: /b (- -> 0)
