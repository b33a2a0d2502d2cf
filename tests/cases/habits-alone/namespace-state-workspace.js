//+ files-project

return await state.workspace.readFile("/README.md")
//= throws: TypeError
//= message: Cannot read properties of undefined (reading 'readFile'). There is no state.workspace: methods are on state itself, await state.readFile(…)
//= at: 21:30
