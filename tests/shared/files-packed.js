//! [files]
//! "/bin" = { bytes = [0, 1, 255, 128] }
//! "/one.txt" = "1"
//! "/p/a.txt" = "alpha"
//! "/p/hollow" = { dir = true }
//! "/p/l" = { symlink = "a.txt" }
//! "/p/s/b.txt" = "bb"
//! "/p/s/e.txt" = ""
