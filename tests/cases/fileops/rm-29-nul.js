//! [files]
//! "/a" = "A"
//! "/b" = "B"
//! "/d/s/y" = "2"
//! "/d/x" = "1"
//! "/e" = { dir = true }
//! "/f/x" = "old"
//! "/f/z" = "3"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  const r = await E(() => state.rm("/a\0"));
  return { r, fs: await D() };
}

//= result: {
//=   r: "E:EINVAL",
//=   fs: {
//=     "/": "<dir>",
//=     "/a": "A",
//=     "/b": "B",
//=     "/d": "<dir>",
//=     "/d/s": "<dir>",
//=     "/d/s/y": "2",
//=     "/d/x": "1",
//=     "/e": "<dir>",
//=     "/f": "<dir>",
//=     "/f/x": "old",
//=     "/f/z": "3",
//=   },
//= }
