//! [files]
//! "/a.txt" = "hé"
//! "/d/x.txt" = "1"
//! "/dang" = { symlink = "/gone" }
//! "/e" = { dir = true }
//! "/l" = { symlink = "/a.txt" }
//! "/ld" = { symlink = "d" }
//! "/loop" = { symlink = "loop" }

async () => state.readdir("/loop")

//= throws: Error
//= message: ELOOP: too many levels of symbolic links, readdir '/loop'
//= code: ELOOP
//= path: /loop
//= at: 10:19
