//! [files]
//! "/a" = "x"

async () => state.readFile("/a")

//= result: "x"
