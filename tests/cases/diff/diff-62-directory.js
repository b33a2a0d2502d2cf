//! [files]
//! "/a" = "x"
//! "/d/y" = ""

async () => state.diff("/a", "/d")

//= recorded {"error": "EISDIR"}
