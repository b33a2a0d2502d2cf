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
  await state.createArchive("/x.tar", ["/p"]);
  const r = await E(() => state.extractArchive("/x.tar", "/out")); await state.rm("/x.tar");
  return { r, fs: await D("/out") };
}

//= result: {
//=   r: {
//=     destination: "/out",
//=     entries: [
//=       { path: "p", type: "directory", size: 0 },
//=       { path: "p/a.txt", type: "file", size: 5 },
//=       { path: "p/hollow", type: "directory", size: 0 },
//=       { path: "p/l", type: "symlink", size: 0, target: "a.txt" },
//=       { path: "p/s", type: "directory", size: 0 },
//=       { path: "p/s/b.txt", type: "file", size: 2 },
//=       { path: "p/s/e.txt", type: "file", size: 0 },
//=     ],
//=   },
//=   fs: {
//=     "/out": "<dir>",
//=     "/out/p": "<dir>",
//=     "/out/p/a.txt": "alpha",
//=     "/out/p/hollow": "<dir>",
//=     "/out/p/l": "-> a.txt",
//=     "/out/p/s": "<dir>",
//=     "/out/p/s/b.txt": "bb",
//=     "/out/p/s/e.txt": "",
//=   },
//= }
//= created: /out (- -> 0)
//= created: /out/p (- -> 0)
//= created: /out/p/a.txt (- -> 5)
//= created: /out/p/hollow (- -> 0)
//= created: /out/p/l (- -> 5)
//= created: /out/p/s (- -> 0)
//= created: /out/p/s/b.txt (- -> 2)
//= created: /out/p/s/e.txt (- -> 0)
