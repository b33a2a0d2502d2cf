async () => state.rm("/a", { recursve: true })

//= throws: TypeError
//= message: state.rm: "options.recursve" must be spelt "recursive", but is true — expected state.rm(path, options?)
//= code: EINVAL
//= at: 1:19
