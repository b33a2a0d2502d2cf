//+ files-project

const { readFile } = state; const t = readFile("/README.md"); return t.length
//= result: undefined
//= console.warn: note: line 21: t is a promise, and t.length is undefined: write const t = await state.readFile(…)
