//! [files]
//! "/a" = "x"

async () => state.replaceInFile("/a", "[", "y", { regex: true })

//= recorded {"error": ""}
