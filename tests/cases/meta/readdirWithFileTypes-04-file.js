//! [files]
//! "/a.txt" = "hé"
//! "/d/x.txt" = "1"
//! "/dang" = { symlink = "/gone" }
//! "/e" = { dir = true }
//! "/l" = { symlink = "/a.txt" }
//! "/ld" = { symlink = "d" }
//! "/loop" = { symlink = "loop" }

async () => state.readdirWithFileTypes("/a.txt")

//= throws: Error
//= message: ENOTDIR: not a directory, readdirWithFileTypes '/a.txt'; it is a file: state.readFile(path) reads it
//= code: ENOTDIR
//= path: /a.txt
//= at: 10:19
