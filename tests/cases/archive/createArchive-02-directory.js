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
  const r = await E(() => state.createArchive("/x.tar", ["/p"]));
  return { r, size: r.bytesWritten && (await state.stat("/x.tar")).size, list: r.entries && await state.listArchive("/x.tar") };
}

//= result: {
//=   r: {
//=     path: "/x.tar",
//=     entries: [
//=       { path: "p", type: "directory", size: 0 },
//=       { path: "p/a.txt", type: "file", size: 5 },
//=       { path: "p/hollow", type: "directory", size: 0 },
//=       { path: "p/l", type: "symlink", size: 0, target: "a.txt" },
//=       { path: "p/s", type: "directory", size: 0 },
//=       { path: "p/s/b.txt", type: "file", size: 2 },
//=       { path: "p/s/e.txt", type: "file", size: 0 },
//=     ],
//=     bytesWritten: 5632,
//=   },
//=   size: 5632,
//=   list: [
//=     { path: "p", type: "directory", size: 0 },
//=     { path: "p/a.txt", type: "file", size: 5 },
//=     { path: "p/hollow", type: "directory", size: 0 },
//=     { path: "p/l", type: "symlink", size: 0, target: "a.txt" },
//=     { path: "p/s", type: "directory", size: 0 },
//=     { path: "p/s/b.txt", type: "file", size: 2 },
//=     { path: "p/s/e.txt", type: "file", size: 0 },
//=   ],
//= }
//= created: /x.tar (- -> 5632)
