//! [files]
//! "/a\\b.txt" = "bs"

async () => state.readFile("/a\\b.txt")

//= result: "bs"
