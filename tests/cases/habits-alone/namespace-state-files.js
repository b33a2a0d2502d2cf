//+ files-project

return await state.files.read("/README.md")
//= throws: TypeError
//= message: Cannot read properties of undefined (reading 'read'). There is no state.files: methods are on state itself, await state.read(…)
//= at: 21:26
