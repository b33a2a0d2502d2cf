//! [files]
//! "/a" = "A"
//! "/abs" = { symlink = "/d/x" }
//! "/d/s/y" = "2"
//! "/d/self" = { symlink = "." }
//! "/d/up" = { symlink = ".." }
//! "/d/x" = "1"
//! "/dang" = { symlink = "/gone" }
//! "/l" = { symlink = "a" }
//! "/ld" = { symlink = "/d" }
//! "/lls" = { symlink = "ld/s" }
//! "/loop" = { symlink = "/loop2" }
//! "/loop2" = { symlink = "loop" }
//! "/up" = { symlink = "d/../a" }

async () => state.realpath("/dang")

//= throws: Error
//= message: ENOENT: no such file or directory, realpath '/dang'
//= code: ENOENT
//= path: /dang
//= at: 16:19
