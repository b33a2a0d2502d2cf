//+ files-project

const t = await state.walkTree("/src"); return t.files.length
//= throws: TypeError
//= message: Cannot read properties of undefined (reading 'length'). state.walkTree gives { path, name, type, size, children }
//= at: 21:56
//= console.warn: note: line 21: state.walkTree gives { path, name, type, size, children }; it has no files
