async () => state.listArchive("/x.tar")

//= throws: Error
//= message: ENOENT: no such file or directory, listArchive '/x.tar'
//= code: ENOENT
//= path: /x.tar
//= at: 1:19
