//+ files-nested

async () => state.walkTree("", { maxDepth: 0 })

//= throws: TypeError
//= message: state.walkTree: "path" is empty; "/" is the root directory — expected state.walkTree(path, options?)
//= code: EINVAL
//= at: 7:19
