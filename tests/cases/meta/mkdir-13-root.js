async () => state.mkdir("/")

//= throws: Error
//= message: EEXIST: file already exists, mkdir '/'; with { recursive: true } a directory that exists is no error
//= code: EEXIST
//= path: /
//= at: 1:19
