async () => state.emptyDir("/a")
//= throws: TypeError
//= message: state.emptyDir is not a function. Write for (const name of await state.readdir(path)) await state.rm(`${path}/${name}`, { recursive: true })
//= at: 1:19
