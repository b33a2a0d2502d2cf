async () => state.readFile("/a", "utf8")

//= throws: Error
//= message: ENOENT: no such file or directory, readFile '/a'
//= code: ENOENT
//= path: /a
//= at: 1:19
