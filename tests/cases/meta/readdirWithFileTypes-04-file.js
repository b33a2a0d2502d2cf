//+ files-kinds

async () => state.readdirWithFileTypes("/a.txt")

//= throws: Error
//= message: ENOTDIR: not a directory, readdirWithFileTypes '/a.txt'; it is a file: state.readFile(path) reads it
//= code: ENOTDIR
//= path: /a.txt
//= at: 10:19
