async () => state.readFile("/no/such/dir/a.txt")

//= throws: Error
//= message: ENOENT: no such file or directory, readFile '/no/such/dir/a.txt'
//= code: ENOENT
//= path: /no/such/dir/a.txt
//= at: 1:19
