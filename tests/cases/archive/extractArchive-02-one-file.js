//! [files]
//! "/bin" = { bytes = [0, 1, 255, 128] }
//! "/one.txt" = "1"
//! "/p/a.txt" = "alpha"
//! "/p/hollow" = { dir = true }
//! "/p/l" = { symlink = "a.txt" }
//! "/p/s/b.txt" = "bb"
//! "/p/s/e.txt" = ""

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  await state.createArchive("/x.tar", ["/one.txt"]);
  const r = await E(() => state.extractArchive("/x.tar", "/out")); await state.rm("/x.tar");
  return { r, fs: await D("/out") };
}

//= result: {
//=   r: { destination: "/out", entries: [{ path: "one.txt", type: "file", size: 1 }] },
//=   fs: { "/out": "<dir>", "/out/one.txt": "1" },
//= }
//= created: /out (- -> 0)
//= created: /out/one.txt (- -> 1)
