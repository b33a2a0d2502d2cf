//! [files]
//! "/a" = "1"
//! "/b" = "2"
//! "/c" = "3"

async () => Promise.all(["/c", "/a", "/b"].map((p) => state.readFile(p)))

//= result: ["3", "1", "2"]
