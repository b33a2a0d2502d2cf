() => require("fs")

//= throws: ReferenceError
//= message: require is not defined; there are no modules: files are reached through state, e.g. await state.readFile(path)
//= at: 1:7
