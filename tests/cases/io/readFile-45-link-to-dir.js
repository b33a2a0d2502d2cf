//! [files]
//! "/d" = { dir = true }
//! "/l" = { symlink = "d" }

async () => state.readFile("/l")

//= throws: Error
//= message: EISDIR: illegal operation on a directory, readFile '/l'; it is a directory: state.readdir(path) lists it, state.searchFiles("/l/**", query) searches it
//= code: EISDIR
//= path: /l
//= at: 5:19
