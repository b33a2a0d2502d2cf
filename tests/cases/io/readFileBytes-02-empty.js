//! [files]
//! "/a" = ""

async () => state.readFileBytes("/a")

//= result: bytes()
