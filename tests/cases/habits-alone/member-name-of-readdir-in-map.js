//+ files-project

return (await state.readdir("/src")).map(e => e.name)
//= result: [undefined, undefined, undefined]
//= console.warn: note: line 21: state.readdir gives an array of string; what is read here has no name; state.readdirWithFileTypes(path) gives { name, type }
