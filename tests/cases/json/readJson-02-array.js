//! [files]
//! "/a.json" = "[1,2,[3]]"

async () => state.readJson("/a.json")

//= result: [1, 2, [3]]
