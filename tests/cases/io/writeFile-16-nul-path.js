async () => state.writeFile("/a\0b", "x")

//= throws: Error
//= message: EINVAL: path contains a null character, writeFile '/a\u0000b'
//= code: EINVAL
//= path: /a\u0000b
//= at: 1:19
