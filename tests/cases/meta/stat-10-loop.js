//! [files]
//! "/a.txt" = "hé"
//! "/d/x.txt" = "1"
//! "/dang" = { symlink = "/gone" }
//! "/e" = { dir = true }
//! "/l" = { symlink = "/a.txt" }
//! "/ld" = { symlink = "d" }
//! "/loop" = { symlink = "loop" }

async () => {
  const s = await state.stat("/loop");
  return s && { type: s.type, size: s.size };
}

//= throws: Error
//= message: ELOOP: too many levels of symbolic links, stat '/loop'
//= code: ELOOP
//= path: /loop
//= at: 11:25
