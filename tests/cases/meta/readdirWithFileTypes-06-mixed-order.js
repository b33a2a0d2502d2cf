//! [files]
//! "/d/a" = ""
//! "/d/b/x" = ""
//! "/d/c" = { symlink = "a" }

async () => state.readdirWithFileTypes("/d")

//= result: [
//=   { name: "a", type: "file" },
//=   { name: "b", type: "directory" },
//=   { name: "c", type: "symlink" },
//= ]
