async () => state.readfile("/a")

//= throws: Error
//= message: ENOENT: no such file or directory, readFile '/a'
//= code: ENOENT
//= path: /a
//= at: 1:19
