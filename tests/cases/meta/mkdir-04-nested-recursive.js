async () => {
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  await state.mkdir("/a/b/c", { recursive: true });
  return D();
}

//= result: { "/": "<dir>", "/a": "<dir>", "/a/b": "<dir>", "/a/b/c": "<dir>" }
//= created: /a (- -> 0)
//= created: /a/b (- -> 0)
//= created: /a/b/c (- -> 0)
