//+ files-project

const o = JSON.parse(await state.readJson("/package.json")); return o
//= throws: SyntaxError
//= message: "\"[object Object]\" is not valid JSON. state.readJson gives the parsed value: use it as it is, without JSON.parse"
//= at: 21:16
