async () => state.extractArchive("/x.tar", "/out")

//= throws: Error
//= message: ENOENT: no such file or directory, extractArchive '/x.tar'
//= code: ENOENT
//= path: /x.tar
//= at: 1:19
