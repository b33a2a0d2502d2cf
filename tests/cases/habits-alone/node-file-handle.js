//+ files-project

const fh = await fs.promises.open("/README.md", "r"); const t = await fh.readFile("utf8"); await fh.close(); return t
//= throws: TypeError
//= message: fs.promises.open is not a function. There are no streams and no descriptors: await state.readFile(path) reads, await state.writeFile(path, text) and state.appendFile write
//= at: 21:30
