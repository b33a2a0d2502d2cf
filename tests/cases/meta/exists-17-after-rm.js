//! [files]
//! "/a.txt" = "hé"
//! "/d/x.txt" = "1"
//! "/dang" = { symlink = "/gone" }
//! "/e" = { dir = true }
//! "/l" = { symlink = "/a.txt" }
//! "/ld" = { symlink = "d" }
//! "/loop" = { symlink = "loop" }

async () => {
  await state.rm("/a.txt");
  return [await state.exists("/a.txt"), await state.exists("/l")];
}

//= result: [false, false]
//= deleted: /a.txt (3 -> -)
