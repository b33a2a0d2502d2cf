//! [files]
//! "/d/e/a.txt" = "deep"

async () => state.readFile("//d//e///a.txt")

//= result: "deep"
