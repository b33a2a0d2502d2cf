async () => state.emptyDir("/a")
//= throws: TypeError
//= message: state.emptyDir is not a function. Write for (const name of await state.readdir(path)) await state.rm(`${path}/${name}`, { recursive: true }); a folder that may be missing is made first by await state.mkdir(path, { recursive: true })
//= at: 1:19
