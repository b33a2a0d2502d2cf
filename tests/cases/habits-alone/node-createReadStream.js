//+ files-project

const stream = fs.createReadStream("/README.md"); for await (const chunk of stream) console.log(chunk)
//= result: undefined
//= console.log: <Buffer 23 20 44 65 6d 6f 0a 0a 54 4f 44 4f 3a 20 77 72 69 74 65 0a>
