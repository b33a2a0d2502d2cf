async () => {
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  await state.writeFileBytes("/x/y/b", new Uint8Array([65]));
  return D();
}

//= result: { "/": "<dir>", "/x": "<dir>", "/x/y": "<dir>", "/x/y/b": "A" }
//= created: /x (- -> 0)
//= created: /x/y (- -> 0)
//= created: /x/y/b (- -> 1)
