//+ files-project

await Bun.write("/o.txt", "x")
//= throws: ReferenceError
//= message: Bun is not defined; files are reached through the globals `state` and `fs`, e.g. await state.readFile(path)
//= at: 21:7
