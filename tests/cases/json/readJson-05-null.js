//! [files]
//! "/a.json" = "null"

async () => state.readJson("/a.json")

//= result: null
