//! [files]
//! "/d/～" = ""
//! "/d/😀" = ""

async () => state.readdir("/d")

//= result: ["～", "😀"]
