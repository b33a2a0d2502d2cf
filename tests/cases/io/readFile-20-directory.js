//! [files]
//! "/d/e/a.txt" = "deep"

async () => state.readFile("/d")

//= throws: Error
//= message: EISDIR: illegal operation on a directory, readFile '/d'
//= code: EISDIR
//= path: /d
//= at: 4:19
