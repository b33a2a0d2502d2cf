//! [files]
//! "/a" = "f"

async () => state.mkdir("/a")

//= throws: Error
//= message: EEXIST: file already exists, mkdir '/a'
//= code: EEXIST
//= path: /a
//= at: 4:19
