//! [files]
//! "/a.txt" = "hé"
//! "/d/x.txt" = "1"
//! "/dang" = { symlink = "/gone" }
//! "/e" = { dir = true }
//! "/l" = { symlink = "/a.txt" }
//! "/ld" = { symlink = "d" }
//! "/loop" = { symlink = "loop" }

async () => state.lstat("/loop/x")

//= throws: Error
//= message: ELOOP: too many levels of symbolic links, lstat '/loop/x'
//= code: ELOOP
//= path: /loop/x
//= at: 10:19
