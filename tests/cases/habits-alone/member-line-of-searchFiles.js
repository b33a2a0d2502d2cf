//+ files-project

return (await state.searchFiles("/src/**", "TODO")).map(m => `${m.path}:${m.line}: ${m.text}`)
//= result: ["/src/app.ts:undefined: undefined"]
//= console.warn: note: line 21: state.searchFiles gives an array of { path, matches }; what is read here has no line
//= console.warn: note: line 21: state.searchFiles gives an array of { path, matches }; what is read here has no text
