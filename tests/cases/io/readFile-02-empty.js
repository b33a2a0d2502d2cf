//! [files]
//! "/a" = ""

async () => state.readFile("/a")

//= result: ""
