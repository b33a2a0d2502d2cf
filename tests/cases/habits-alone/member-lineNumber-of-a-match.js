//+ files-project

const r = await state.searchFiles("/src/**", "TODO"); return r[0].matches[0].lineNumber
//= result: undefined
//= console.warn: note: line 21: state.searchFiles gives an array of { path, matches }; what is read here has no lineNumber
