//! [files]
//! "/c.json" = "5"

async () => state.queryJson("/c.json", ".")

//= result: 5
