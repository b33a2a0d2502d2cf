//! [files]
//! "/~/x" = "t"

async () => state.readFile("~/x")

//= result: "t"
