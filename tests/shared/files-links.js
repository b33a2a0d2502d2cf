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
