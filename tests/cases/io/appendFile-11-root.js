async () => state.appendFile("/", "x")

//= throws: Error
//= message: EISDIR: illegal operation on a directory, appendFile '/'
//= code: EISDIR
//= path: /
//= at: 1:19
