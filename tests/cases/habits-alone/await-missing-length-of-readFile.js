//+ files-project

return await state.readFile("/README.md").length
//= result: undefined
//= console.warn: note: line 21: state.readFile(…) is a promise, and its length is undefined: write (await state.readFile(…)).length
