async () => import("node:fs")

//= throws: TypeError
//= message: import() is not available: files are reached through state, e.g. await state.readFile(path)
