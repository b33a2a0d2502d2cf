//! [files]
//! "/d" = { dir = true }

async () => state.symlink("/a", "/d")

//= throws: Error
//= message: EEXIST: file already exists, symlink '/d'
//= code: EEXIST
//= path: /d
//= at: 4:19
