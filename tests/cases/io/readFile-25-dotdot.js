//! [files]
//! "/d/e/a.txt" = "deep"

async () => state.readFile("/d/x/../e/a.txt")

//= result: "deep"
