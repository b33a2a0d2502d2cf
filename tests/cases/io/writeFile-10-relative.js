async () => {
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  await state.writeFile("a/b.txt", "r");
  return D();
}

//= result: { "/": "<dir>", "/a": "<dir>", "/a/b.txt": "r" }
//= created: /a (- -> 0)
//= created: /a/b.txt (- -> 1)
