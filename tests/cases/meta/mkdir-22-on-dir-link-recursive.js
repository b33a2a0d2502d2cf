//! [files]
//! "/d" = { dir = true }
//! "/l" = { symlink = "/d" }

async () => state.mkdir("/l", { recursive: true })

//= result: undefined
