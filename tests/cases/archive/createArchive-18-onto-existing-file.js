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
  const r = await E(() => state.createArchive("/one.txt", ["/bin"]));
  return { r, size: r.bytesWritten && (await state.stat("/one.txt")).size, list: r.entries && await state.listArchive("/one.txt") };
}

//= result: {
//=   r: {
//=     path: "/one.txt",
//=     entries: [{ path: "bin", type: "file", size: 4 }],
//=     bytesWritten: 2048,
//=   },
//=   size: 2048,
//=   list: [{ path: "bin", type: "file", size: 4 }],
//= }
//= changed: /one.txt (1 -> 2048)
