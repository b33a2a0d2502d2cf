//! [files]
//! "/t/a" = "1"
//! "/t/e" = { dir = true }
//! "/t/s/b" = "22"
//! "/t/s/u/c" = "333"

async () => state.walkTree("", { maxDepth: 0 })

//= throws: TypeError
//= message: state.walkTree: "path" is empty; "/" is the root directory — expected state.walkTree(path, options?)
//= code: EINVAL
//= at: 7:19
