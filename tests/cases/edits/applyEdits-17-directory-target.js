//! [files]
//! "/d/x" = ""

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  const r = await E(() => state.applyEdits([{"path":"/n","content":"1"},{"path":"/d","content":"2"}]));
  return { r, fs: await D() };
}

//= result: { r: "E:EISDIR", fs: { "/": "<dir>", "/d": "<dir>", "/d/x": "" } }
