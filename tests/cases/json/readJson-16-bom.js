//! [files]
//! "/a.json" = { bytes = [239, 187, 191, 123, 125] }

async () => state.readJson("/a.json")

//= result: {}
