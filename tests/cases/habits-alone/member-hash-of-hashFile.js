//+ files-project

const h = await state.hashFile("/README.md"); return h.hash
//= result: undefined
//= console.warn: note: line 21: state.hashFile gives string; it has no hash
