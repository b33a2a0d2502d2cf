//! [files]
//! "/o/keep" = "k"
//! "/o/one.txt" = "old"
//! "/one.txt" = "new"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  await state.createArchive("/x.tar", ["/one.txt"]);
  const r = await E(() => state.extractArchive("/x.tar", "/o")); await state.rm("/x.tar");
  return { r, fs: await D("/o") };
}

//= result: {
//=   r: { destination: "/o", entries: [{ path: "one.txt", type: "file", size: 3 }] },
//=   fs: { "/o": "<dir>", "/o/keep": "k", "/o/one.txt": "new" },
//= }
//= changed: /o/one.txt (3 -> 3)
