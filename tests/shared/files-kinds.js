//! [files]
//! "/a.txt" = "hé"
//! "/d/x.txt" = "1"
//! "/dang" = { symlink = "/gone" }
//! "/e" = { dir = true }
//! "/l" = { symlink = "/a.txt" }
//! "/ld" = { symlink = "d" }
//! "/loop" = { symlink = "loop" }
