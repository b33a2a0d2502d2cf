//+ files-tree

async () => state.summarizeTree("/zz")

//= throws: Error
//= message: ENOENT: no such file or directory, summarizeTree '/zz'
//= code: ENOENT
//= path: /zz
//= at: 15:19
