//! [files]
//! "/d/e/a.txt" = "deep"

async () => state.readFile("/d")

//= throws: Error
//= message: EISDIR: illegal operation on a directory, readFile '/d'; it is a directory: state.readdir(path) lists it, state.searchFiles("/d/**", query) searches it
//= code: EISDIR
//= path: /d
//= at: 4:19
