//! [files]
//! "/d/x" = "1"
//! "/dang" = { symlink = "gone" }
//! "/l" = { symlink = "t" }
//! "/ld" = { symlink = "/d" }
//! "/loop" = { symlink = "loop" }
//! "/t" = "T"
