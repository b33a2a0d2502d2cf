//! [files]
//! "/p/a.txt" = "1"
//! "/p/b.txt" = "2"

return state.createArchive("/p.zip", "/p/*.txt");
//= throws: Error
//= message: ENOENT: no such file or directory, createArchive '/p/*.txt'; sources are no patterns: await state.createArchive("/p.zip", await state.glob("/p/*.txt"))
//= code: ENOENT
//= path: /p/*.txt
//= at: 5:14
