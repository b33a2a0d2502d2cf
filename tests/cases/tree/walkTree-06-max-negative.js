//+ files-nested

async () => state.walkTree("/t", { maxDepth: -1 })

//= throws: TypeError
//= message: state.walkTree: "options.maxDepth" must be a whole number from 0 on, but is -1 — expected state.walkTree(path, options?)
//= code: EINVAL
//= at: 7:19
