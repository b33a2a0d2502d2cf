async () => state.searchText("/zz", "a")

//= throws: Error
//= message: ENOENT: no such file or directory, searchText '/zz'
//= code: ENOENT
//= path: /zz
//= at: 1:19
