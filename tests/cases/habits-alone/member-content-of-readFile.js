//+ files-project

const { content } = await state.readFile("/README.md"); return content
//= result: undefined
//= console.warn: note: line 21: state.readFile gives string; it has no content
