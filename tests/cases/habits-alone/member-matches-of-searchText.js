//+ files-project

return (await state.searchText("/src/app.ts", "TODO")).matches
//= result: undefined
//= console.warn: note: line 21: state.searchText gives an array of { line, column, match, lineText, beforeLines, afterLines }; it has no matches
