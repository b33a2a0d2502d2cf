//! [files]
//! "/a.json" = "-1.5e3"

async () => state.readJson("/a.json")

//= result: -1500
