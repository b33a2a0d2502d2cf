//+ files-project

const n = JSON.parse(state.readFile("/package.json")); return n
//= throws: SyntaxError
//= message: Unexpected token 'o', "[object Promise]" is not valid JSON
//= at: 21:16
//= console.warn: note: line 21: state.readFile(…) is a promise, and no data: write await before it
