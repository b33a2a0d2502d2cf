//! [files]
//! "/a.txt" = "hé"
//! "/d/x.txt" = "1"
//! "/dang" = { symlink = "/gone" }
//! "/e" = { dir = true }
//! "/l" = { symlink = "/a.txt" }
//! "/ld" = { symlink = "d" }
//! "/loop" = { symlink = "loop" }

async () => state.readdirWithFileTypes("/")

//= result: [
//=   { name: "a.txt", type: "file" },
//=   { name: "d", type: "directory" },
//=   { name: "dang", type: "symlink" },
//=   { name: "e", type: "directory" },
//=   { name: "l", type: "symlink" },
//=   { name: "ld", type: "symlink" },
//=   { name: "loop", type: "symlink" },
//= ]
