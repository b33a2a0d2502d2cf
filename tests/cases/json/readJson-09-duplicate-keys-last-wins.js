//! [files]
//! "/a.json" = "{\"a\":1,\"a\":2}"

async () => state.readJson("/a.json")

//= result: { a: 2 }
