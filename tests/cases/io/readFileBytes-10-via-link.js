//! [files]
//! "/a" = "T"
//! "/l" = { symlink = "a" }

async () => state.readFileBytes("/l")

//= result: bytes(54)
