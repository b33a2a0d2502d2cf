//! [files]
//! "/a" = "A"
//! "/b" = "B"

async () => state.symlink("/a", "/b")

//= throws: Error
//= message: EEXIST: file already exists, symlink '/b'
//= code: EEXIST
//= path: /b
//= at: 5:19
