//! [files]
//! "/a" = "x"
//! "/d/y" = ""

async () => state.diff("/a", "/d")

//= throws: Error
//= message: EISDIR: illegal operation on a directory, diff '/d'
//= code: EISDIR
//= path: /d
//= at: 5:19
