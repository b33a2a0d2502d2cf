//+ files-project

return (await state.readFile("/README.md")).lines
//= result: undefined
//= console.warn: note: line 21: state.readFile gives string; it has no lines
