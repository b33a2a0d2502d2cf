async () => state.diffContent("/zz", "x")

//= throws: Error
//= message: ENOENT: no such file or directory, diffContent '/zz'
//= code: ENOENT
//= path: /zz
//= at: 1:19
