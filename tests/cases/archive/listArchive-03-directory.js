//! [files]
//! "/d/x" = ""

async () => state.listArchive("/d")

//= recorded {"error": "EISDIR"}
