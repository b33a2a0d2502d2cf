//! [files]
//! "/d/x" = ""

async () => state.searchText("/d", "a")

//= throws: Error
//= message: EISDIR: illegal operation on a directory, searchText '/d'
//= code: EISDIR
//= path: /d
//= at: 4:19
