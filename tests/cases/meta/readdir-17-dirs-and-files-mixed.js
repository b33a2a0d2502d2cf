//! [files]
//! "/d/a" = ""
//! "/d/b/x" = ""
//! "/d/c/x" = ""

async () => state.readdir("/d")

//= result: ["a", "b", "c"]
