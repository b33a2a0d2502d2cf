//! [files]
//! "/a.txt" = "hello"

async () => state.readFile("/")

//= throws: Error
//= message: EISDIR: illegal operation on a directory, readFile '/'; it is a directory: state.readdir(path) lists it, state.searchFiles("/**", query) searches it
//= code: EISDIR
//= path: /
//= at: 4:19
