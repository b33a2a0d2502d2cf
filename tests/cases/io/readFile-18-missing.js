async () => state.readFile("/nope.txt")

//= throws: Error
//= message: ENOENT: no such file or directory, readFile '/nope.txt'
//= code: ENOENT
//= path: /nope.txt
//= at: 1:19
