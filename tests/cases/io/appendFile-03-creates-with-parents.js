async () => {
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  await state.appendFile("/x/y/log", "l1");
  return D();
}

//= result: { "/": "<dir>", "/x": "<dir>", "/x/y": "<dir>", "/x/y/log": "l1" }
//= created: /x (- -> 0)
//= created: /x/y (- -> 0)
//= created: /x/y/log (- -> 2)
