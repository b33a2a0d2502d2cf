//+ files-project

const files: string[] = await state.glob("/src/*.ts"); for (const f of files) { if (f.name) console.log(f.name) } return files.length
//= result: 2
//= console.warn: note: line 21: state.glob gives an array of string; what is read here has no name; state.find(path) gives { path, name, type, size }
