//! [files]
//! "/d/x" = "1"
//! "/dang" = { symlink = "gone" }
//! "/l" = { symlink = "t" }
//! "/ld" = { symlink = "/d" }
//! "/loop" = { symlink = "loop" }
//! "/t" = "T"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  const r = await E(() => state.rm("/ld/x"));
  return { r, fs: await D() };
}

//= result: {
//=   r: null,
//=   fs: {
//=     "/": "<dir>",
//=     "/d": "<dir>",
//=     "/dang": "-> gone",
//=     "/l": "-> t",
//=     "/ld": "-> /d",
//=     "/loop": "-> loop",
//=     "/t": "T",
//=   },
//= }
//= deleted: /d/x (1 -> -)
