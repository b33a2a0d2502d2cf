//! [files]
//! "/ф/日本.txt" = "é😀"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  await state.createArchive("/x.tar", ["/ф"]);
  const r = await E(() => state.extractArchive("/x.tar", "/out")); await state.rm("/x.tar");
  return { r, fs: await D("/out") };
}

//= result: {
//=   r: {
//=     destination: "/out",
//=     entries: [
//=       { path: "ф", type: "directory", size: 0 },
//=       { path: "ф/日本.txt", type: "file", size: 6 },
//=     ],
//=   },
//=   fs: { "/out": "<dir>", "/out/ф": "<dir>", "/out/ф/日本.txt": "é😀" },
//= }
//= created: /out (- -> 0)
//= created: /out/ф (- -> 0)
//= created: /out/ф/日本.txt (- -> 6)
