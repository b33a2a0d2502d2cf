//+ files-project

return Path("/README.md").read_text()
//= throws: ReferenceError
//= message: Path is not defined; this is JavaScript: await state.readFile(path) reads a file, await state.writeFile(path, text) writes one, console.log prints
//= at: 21:8
