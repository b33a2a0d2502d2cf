async () => state.searchText("/a", "x")

//= throws: Error
//= message: ENOENT: no such file or directory, searchText '/a'
//= code: ENOENT
//= path: /a
//= at: 1:19
