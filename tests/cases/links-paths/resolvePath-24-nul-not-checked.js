async () => state.resolvePath("/a", "b\u0000")

//= throws: Error
//= message: EINVAL: path contains a null character, resolvePath
//= code: EINVAL
//= at: 1:19
