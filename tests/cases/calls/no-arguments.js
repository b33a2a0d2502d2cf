async () => state.readFile()

//= throws: TypeError
//= message: state.readFile: missing required parameter "path" — expected state.readFile(path, options?)
//= code: EINVAL
//= at: 1:19
