//+ files-project

await state.readFile("/nope").catch(e => { throw new Error(`failed: ${e.message}`, { cause: e }) })
//= throws: Error
//= message: failed: ENOENT: no such file or directory, readFile '/nope'
//= cause: Error: ENOENT: no such file or directory, readFile '/nope'
//= at: 21:50
