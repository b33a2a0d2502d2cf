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

async () => state.realpath("/a\u0000")

//= throws: Error
//= message: EINVAL: path contains a null character, realpath '/a\u0000'
//= code: EINVAL
//= path: /a\u0000
//= at: 16:19
