//! [files]
//! "/a.json" = "{\"a\":1,\"b\":[true,null,\"x\"]}"

async () => state.readJson("/a.json")

//= result: { a: 1, b: [true, null, "x"] }
