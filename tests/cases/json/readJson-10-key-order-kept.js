//! [files]
//! "/a.json" = "{\"z\":1,\"a\":2,\"m\":3}"

async () => state.readJson("/a.json")

//= result: { z: 1, a: 2, m: 3 }
