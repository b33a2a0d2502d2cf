//+ files-project

const { data } = await state.readFile("/README.md"); return data
//= result: undefined
//= console.warn: note: line 21: state.readFile gives string; it has no data
