//+ files-project

const { matches } = await state.searchFiles("/src/**", "var"); return matches
//= result: undefined
//= console.warn: note: line 21: state.searchFiles gives an array of { path, matches }; it has no matches
