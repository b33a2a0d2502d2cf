async () => state.queryJson("/c.json", ".a")

//= throws: Error
//= message: ENOENT: no such file or directory, queryJson '/c.json'
//= code: ENOENT
//= path: /c.json
//= at: 1:19
