//+ files-project

return await state.head("/logs/app.log", 2)
//= throws: TypeError
//= message: state.head is not a function. Write await state.readFile(path, { startLine: 1, endLine: 20 })
//= at: 21:20
