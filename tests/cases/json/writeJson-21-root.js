async () => state.writeJson("/", {})

//= throws: Error
//= message: EISDIR: illegal operation on a directory, writeJson '/'
//= code: EISDIR
//= path: /
//= at: 1:19
