//! [files]
//! "/d/x" = ""

async () => state.listArchive("/d")

//= throws: Error
//= message: EISDIR: illegal operation on a directory, listArchive '/d'
//= code: EISDIR
//= path: /d
//= at: 4:19
