//! [files]
//! "/a.txt" = "hé"
//! "/d/x.txt" = "1"
//! "/dang" = { symlink = "/gone" }
//! "/e" = { dir = true }
//! "/l" = { symlink = "/a.txt" }
//! "/ld" = { symlink = "d" }
//! "/loop" = { symlink = "loop" }

async () => state.readdir("/dang")

//= throws: Error
//= message: ENOENT: no such file or directory, readdir '/dang'
//= code: ENOENT
//= path: /dang
//= at: 10:19
