async () => state.readFile("/a", "utf8")

//= throws: TypeError
//= message: state.readFile: "options" must be an object { offset?: number; limit?: number }, but is the string "utf8" — expected state.readFile(path, options?)
//= code: EINVAL
//= at: 1:19
