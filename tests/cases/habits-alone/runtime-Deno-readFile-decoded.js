//+ files-project

const td = new TextDecoder(); return td.decode(await Deno.readFile("/README.md"))
//= throws: ReferenceError
//= message: Deno is not defined; files are reached through the globals `state` and `fs`, e.g. await state.readFile(path)
//= at: 21:54
