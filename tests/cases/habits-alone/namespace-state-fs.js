//+ files-project

return await state.fs.readFile("/README.md")
//= throws: TypeError
//= message: Cannot read properties of undefined (reading 'readFile'). There is no state.fs: methods are on state itself, await state.readFile(…)
//= at: 21:23
