//+ files-project

const { matches } = await state.searchFiles("/src/**", "var"); return matches.length
//= throws: TypeError
//= message: Cannot read properties of undefined (reading 'length'). state.searchFiles gives an array of { path, matches }; it has no matches
//= at: 21:79
//= console.warn: note: line 21: state.searchFiles gives an array of { path, matches }; it has no matches
