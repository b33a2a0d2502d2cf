//! [files]
//! "/a.json" = "\"s\""

async () => state.readJson("/a.json")

//= result: "s"
