//! [files]
//! "/a" = "1"
//! "/d/b" = "2"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  await state.createArchive("/x.tar", ["/"]);
  const r = await E(() => state.extractArchive("/x.tar", "/out")); await state.rm("/x.tar");
  return { r, fs: await D("/out") };
}

//= result: {
//=   r: {
//=     destination: "/out",
//=     entries: [
//=       { path: ".", type: "directory", size: 0 },
//=       { path: "a", type: "file", size: 1 },
//=       { path: "d", type: "directory", size: 0 },
//=       { path: "d/b", type: "file", size: 1 },
//=     ],
//=   },
//=   fs: { "/out": "<dir>", "/out/a": "1", "/out/d": "<dir>", "/out/d/b": "2" },
//= }
//= created: /out (- -> 0)
//= created: /out/a (- -> 1)
//= created: /out/d (- -> 0)
//= created: /out/d/b (- -> 1)
