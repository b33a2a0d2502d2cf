async () => state.appendFile("/", "x")

//= throws: Error
//= message: EISDIR: illegal operation on a directory, appendFile '/'; it is a directory: name a file in it
//= code: EISDIR
//= path: /
//= at: 1:19
