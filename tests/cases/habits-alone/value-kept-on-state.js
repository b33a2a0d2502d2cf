//+ files-project

state.cache = {}; return state.cache
//= result: undefined
//= console.warn: note: line 21: state keeps no values of its own: await state.writeJson(path, value) keeps one
