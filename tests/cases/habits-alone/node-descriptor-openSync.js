//+ files-project

const fd = fs.openSync("/README.md", "r"); const b = Buffer.alloc(5); fs.readSync(fd, b, 0, 5, 0); fs.closeSync(fd); return b.toString()
//= throws: TypeError
//= message: fs.openSync is not a function. There are no streams and no descriptors: await state.readFile(path) reads, await state.writeFile(path, text) and state.appendFile write
//= at: 21:15
