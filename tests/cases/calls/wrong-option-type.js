async () => state.mkdir("/a", { recursive: "yes" })

//= throws: TypeError
//= message: state.mkdir: "options.recursive" must be true or false, but is the string "yes" — expected state.mkdir(path, options?)
//= code: EINVAL
//= at: 1:19
