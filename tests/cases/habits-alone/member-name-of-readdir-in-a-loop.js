//+ files-project

const names = []; for (const e of await state.readdir("/src")) { names.push(e.name) } return names
//= result: [undefined, undefined, undefined]
//= console.warn: note: line 21: state.readdir gives an array of string; what is read here has no name; state.readdirWithFileTypes(path) gives { name, type }
