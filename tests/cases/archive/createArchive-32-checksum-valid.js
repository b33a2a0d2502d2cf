//! [files]
//! "/bin" = { bytes = [0, 1, 255, 128] }
//! "/one.txt" = "1"
//! "/p/a.txt" = "alpha"
//! "/p/hollow" = { dir = true }
//! "/p/l" = { symlink = "a.txt" }
//! "/p/s/b.txt" = "bb"
//! "/p/s/e.txt" = ""

async () => {
  await state.createArchive("/x.tar", ["/one.txt"]); const h = (await state.readFileBytes("/x.tar")).slice(0, 512); const want = parseInt(String.fromCharCode(...h.subarray(148, 154)), 8); h.fill(32, 148, 156);
  return h.reduce((a, b) => a + b, 0) === want;
}

//= result: true
//= created: /x.tar (- -> 2048)
