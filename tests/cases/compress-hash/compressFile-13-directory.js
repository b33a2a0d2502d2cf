//! [files]
//! "/d/x" = ""

async () => state.compressFile("/d")

//= throws: Error
//= message: EISDIR: illegal operation on a directory, compressFile '/d'
//= code: EISDIR
//= path: /d
//= at: 4:19
