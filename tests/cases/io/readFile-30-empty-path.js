//! [files]
//! "/a.txt" = "hello"

async () => state.readFile("")

//= throws: Error
//= message: EISDIR: illegal operation on a directory, readFile '/'
//= code: EISDIR
//= path: /
//= at: 4:19
