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

async () => state.readlink("/loop/x")

//= throws: Error
//= message: ELOOP: too many levels of symbolic links, readlink '/loop/x'
//= code: ELOOP
//= path: /loop/x
//= at: 16:19
