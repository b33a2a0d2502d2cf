//+ files-project

for (const { path, matches } of await state.searchFiles("/src/**", "TODO")) for (const { line, text } of matches) console.log(path, line, text)
//= result: undefined
//= console.warn: note: line 21: state.searchFiles gives an array of { path, matches }; what is read here has no text
//= console.log: /src/app.ts 3 undefined
