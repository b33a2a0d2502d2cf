//+ files-project

return (await state.searchFiles("/src/**", "TODO")).flatMap(f => f.matches.map(m => `${f.file}:${m.lineNumber}:${m.text}`))
//= result: ["undefined:undefined:undefined"]
//= console.warn: note: line 21: state.searchFiles gives an array of { path, matches }; what is read here has no file
//= console.warn: note: line 21: state.searchFiles gives an array of { path, matches }; what is read here has no lineNumber
//= console.warn: note: line 21: state.searchFiles gives an array of { path, matches }; what is read here has no text
