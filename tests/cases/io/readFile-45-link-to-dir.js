//! [files]
//! "/d" = { dir = true }
//! "/l" = { symlink = "d" }

async () => state.readFile("/l")

//= throws: Error
//= message: EISDIR: illegal operation on a directory, readFile '/l'
//= code: EISDIR
//= path: /l
//= at: 5:19
