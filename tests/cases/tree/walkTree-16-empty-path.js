//! [files]
//! "/t/a" = "1"
//! "/t/e" = { dir = true }
//! "/t/s/b" = "22"
//! "/t/s/u/c" = "333"

async () => state.walkTree("", { maxDepth: 0 })

//= result: { path: "/", name: "/", type: "directory", size: 0 }
