//! [files]
//! "/a.txt" = "hello"

async () => state.readFile("/a.txt\0")

//= throws: Error
//= message: EINVAL: path contains a null character, readFile '/a.txt\u0000'
//= code: EINVAL
//= path: /a.txt\u0000
//= at: 4:19
