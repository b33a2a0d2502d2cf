//! [files]
//! "/a.txt" = "hello"

async () => state.readFile("../a.txt")

//= result: "hello"
