//+ files-project

const data = state.readJson("/package.json"); return data.name
//= result: undefined
//= console.warn: note: line 21: data is a promise, and data.name is undefined: write const data = await state.readJson(…)
