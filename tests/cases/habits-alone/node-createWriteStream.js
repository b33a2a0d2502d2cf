//+ files-project

const s = fs.createWriteStream("/o"); s.write("x"); s.end()
//= throws: TypeError
//= message: fs.createWriteStream is not a function. There are no streams and no descriptors: await state.readFile(path) reads, await state.writeFile(path, text) and state.appendFile write
//= at: 21:14
