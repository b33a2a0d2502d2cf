//! [files]
//! "/a" = "\n\n\n"

async () => state.readFile("/a")

//= result: "\n\n\n"
