async () => state.readCsv("/a")
//= throws: TypeError
//= message: state.readCsv is not a function. Write (await state.readFile(path)).trim().split("\n").map((line) => line.split(","))
//= at: 1:19
