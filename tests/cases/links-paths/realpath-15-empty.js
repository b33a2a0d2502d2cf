//+ files-links

async () => state.realpath("")

//= throws: TypeError
//= message: state.realpath: "path" is empty; "/" is the root directory — expected state.realpath(path)
//= code: EINVAL
//= at: 16:19
