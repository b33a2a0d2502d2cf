async () => state.writeJson("/", {})

//= throws: Error
//= message: EISDIR: illegal operation on a directory, writeJson '/'; it is a directory: name a file in it
//= code: EISDIR
//= path: /
//= at: 1:19
