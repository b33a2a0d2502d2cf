//! [files]
//! "/a" = "f"

async () => state.mkdir("/a/b")

//= throws: Error
//= message: ENOTDIR: not a directory, mkdir '/a/b'
//= code: ENOTDIR
//= path: /a/b
//= at: 4:19
