() => require("fs")

//= throws: Error
//= message: require is not available: files are reached through state, e.g. await state.readFile(path)
//= at: 1:7
