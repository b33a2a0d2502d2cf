//+ files-project

return (await state.readdir("/src")).filter(e => e.isFile())
//= throws: TypeError
//= message: e.isFile is not a function. state.readdir gives texts (string[]): state.readdirWithFileTypes(path) gives { name, type }
//= at: 21:52
