//! [files]
//! "/a" = "end"
//! "/b" = { symlink = "a" }
//! "/c" = { symlink = "b" }
//! "/e" = { symlink = "c" }

async () => state.readFile("/e")

//= result: "end"
