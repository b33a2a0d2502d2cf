//+ files-project

return state.readLines("/README.md")
//= throws: TypeError
//= message: state.readLines is not a function. const lines = (await state.readFile(path)).split(/\r?\n/); if (lines.at(-1) === "") lines.pop(); are the lines of a file, and await state.readFile(path, { startLine: 1, endLine: 20 }) is some of them as one text
//= at: 21:14
