async () => state.rm("/a", { recursve: true })

//= throws: TypeError
//= message: state.rm: "options.recursve" is no option; did you mean "recursive"? the options are recursive, force — expected state.rm(path, options?)
//= code: EINVAL
//= at: 1:19
