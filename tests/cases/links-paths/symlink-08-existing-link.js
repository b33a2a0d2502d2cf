//! [files]
//! "/l" = { symlink = "x" }

async () => state.symlink("/a", "/l")

//= throws: Error
//= message: EEXIST: file already exists, symlink '/l'
//= code: EEXIST
//= path: /l
//= at: 4:19
