async () => state.mkdir("/a/b")

//= throws: Error
//= message: ENOENT: no such file or directory, mkdir '/a/b'
//= code: ENOENT
//= path: /a/b
//= at: 1:19
