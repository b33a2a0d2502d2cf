async () => state.mkdir("/")

//= throws: Error
//= message: EEXIST: file already exists, mkdir '/'
//= code: EEXIST
//= path: /
//= at: 1:19
