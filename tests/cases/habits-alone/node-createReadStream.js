//+ files-project

const stream = fs.createReadStream("/README.md"); for await (const chunk of stream) console.log(chunk)
//= throws: TypeError
//= message: fs.createReadStream is not a function. There are no streams and no descriptors: await state.readFile(path) reads, await state.writeFile(path, text) and state.appendFile write
//= at: 21:19
