//! [files]
//! "/a.txt" = "hello"

async () => state.readFile("/a.txt/b")

//= throws: Error
//= message: ENOENT: no such file or directory, readFile '/a.txt/b'; '/a.txt' is a file
//= code: ENOENT
//= path: /a.txt/b
//= at: 4:19
