//! [files]
//! "/d/a.txt" = "T"
//! "/l" = { symlink = "/d" }

async () => state.readFile("/l/a.txt")

//= result: "T"
