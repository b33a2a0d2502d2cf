//+ files-project

const f = state.glob("**/*.ts"); return f.length
//= result: undefined
//= console.warn: note: line 21: f is a promise, and f.length is undefined: write const f = await state.glob(…)
