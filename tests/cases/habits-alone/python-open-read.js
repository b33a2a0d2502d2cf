//+ files-project

return open("/README.md").read()
//= throws: ReferenceError
//= message: open is not defined; this is JavaScript: await state.readFile(path) reads a file, await state.writeFile(path, text) writes one, console.log prints
//= at: 21:8
