async () => state.mkdir("/a/b")

//= throws: Error
//= message: ENOENT: no such file or directory, mkdir '/a/b'; its parents too: await state.mkdir("/a/b", { recursive: true })
//= code: ENOENT
//= path: /a/b
//= at: 1:19
