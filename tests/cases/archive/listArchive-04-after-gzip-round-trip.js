//! [files]
//! "/bin" = { bytes = [0, 1, 255, 128] }
//! "/one.txt" = "1"
//! "/p/a.txt" = "alpha"
//! "/p/hollow" = { dir = true }
//! "/p/l" = { symlink = "a.txt" }
//! "/p/s/b.txt" = "bb"
//! "/p/s/e.txt" = ""

async () => {
  await state.createArchive("/x.tar", ["/p"]); const a = await state.listArchive("/x.tar"); await state.compressFile("/x.tar"); await state.rm("/x.tar"); await state.decompressFile("/x.tar.gz");
  return [a.length, JSON.stringify(a) === JSON.stringify(await state.listArchive("/x.tar"))];
}

//= result: [7, true]
//= created: /x.tar (- -> 5632)
//= created: /x.tar.gz (- -> 193)
