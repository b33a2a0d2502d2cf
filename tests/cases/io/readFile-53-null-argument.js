//! [files]
//! "/a.txt" = "hello"

async () => state.readFile(null)

//= throws: TypeError
//= message: state.readFile: "path" must be a string, but is null — expected state.readFile(path, options?)
//= code: EINVAL
//= at: 4:19
