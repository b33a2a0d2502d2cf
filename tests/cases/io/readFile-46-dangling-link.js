//! [files]
//! "/l" = { symlink = "/gone" }

async () => state.readFile("/l")

//= throws: Error
//= message: ENOENT: no such file or directory, readFile '/l'
//= code: ENOENT
//= path: /l
//= at: 4:19
