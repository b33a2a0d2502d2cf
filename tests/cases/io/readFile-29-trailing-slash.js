//! [files]
//! "/a.txt" = "hello"

async () => state.readFile("/a.txt/")

//= throws: Error
//= message: ENOTDIR: not a directory, which the slash at its end asks for, readFile '/a.txt'; write state.readFile("/a.txt")
//= code: ENOTDIR
//= path: /a.txt
//= at: 4:19
