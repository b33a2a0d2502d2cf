//! [files]
//! "/d/l" = { symlink = "t" }
//! "/d/ld" = { symlink = "/d" }
//! "/d/t" = "x"
//! "/d/x" = { symlink = "gone" }

async () => state.readdirWithFileTypes("/d")

//= result: [
//=   { name: "l", type: "symlink" },
//=   { name: "ld", type: "symlink" },
//=   { name: "t", type: "file" },
//=   { name: "x", type: "symlink" },
//= ]
