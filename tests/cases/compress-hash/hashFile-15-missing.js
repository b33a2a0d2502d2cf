async () => state.hashFile("/f")

//= throws: Error
//= message: ENOENT: no such file or directory, hashFile '/f'
//= code: ENOENT
//= path: /f
//= at: 1:19
