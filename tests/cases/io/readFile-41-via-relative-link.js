//! [files]
//! "/d/a.txt" = "T"
//! "/d/l" = { symlink = "a.txt" }

async () => state.readFile("/d/l")

//= result: "T"
