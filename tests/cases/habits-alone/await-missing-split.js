//+ files-project

const text = state.readFile("/README.md"); return text.split("\n")
//= throws: TypeError
//= message: text.split is not a function; text is a promise: await it first, (await text).split
//= at: 21:56
