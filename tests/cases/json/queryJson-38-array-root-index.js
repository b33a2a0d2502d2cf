//! [files]
//! "/c.json" = "[{\"a\":1},{\"a\":2}]"

async () => state.queryJson("/c.json", "[1].a")

//= result: 2
