async () => state.readLines("/a")
//= throws: TypeError
//= message: state.readLines is not a function. Write (await state.readFile(path)).split("\n"), or for some lines await state.readFile(path, { startLine: 1, endLine: 20 })
//= at: 1:19
