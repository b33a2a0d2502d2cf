//! [files]
//! "/a" = "1"
//! "/b" = "2"

async () => Promise.all(["/a", "/b"].map(state.readFile))

//= result: ["1", "2"]
