//! [files]
//! "/d/x" = ""

async () => state.searchText("/d", "a")

//= throws: Error
//= message: EISDIR: illegal operation on a directory, searchText '/d'; it is a directory: state.readdir(path) lists it, state.searchFiles("/d/**", query) searches it
//= code: EISDIR
//= path: /d
//= at: 4:19
