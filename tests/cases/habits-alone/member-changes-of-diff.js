//+ files-project

const d = await state.diff("/README.md", "/package.json"); return d.changes
//= result: undefined
//= console.warn: note: line 21: state.diff gives string; it has no changes
