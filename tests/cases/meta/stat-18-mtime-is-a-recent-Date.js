//! [files]
//! "/a.txt" = "hé"
//! "/d/x.txt" = "1"
//! "/dang" = { symlink = "/gone" }
//! "/e" = { dir = true }
//! "/l" = { symlink = "/a.txt" }
//! "/ld" = { symlink = "d" }
//! "/loop" = { symlink = "loop" }

async () => {
  const m = (await state.stat("/a.txt")).mtime; const t = new Date(m).getTime();
  return [Number.isFinite(t), Math.abs(Date.now() - t) < 120000];
}

//= result: [true, true]
