async () => state.readFileBytes("/nope")

//= throws: Error
//= message: ENOENT: no such file or directory, readFileBytes '/nope'
//= code: ENOENT
//= path: /nope
//= at: 1:19
