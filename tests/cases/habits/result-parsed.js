//! [files]
//! "/a.json" = '{"a": 1}'

async () => JSON.parse(await state.readJson("/a.json"))
//= throws: SyntaxError
//= message: "\"[object Object]\" is not valid JSON. state.readJson gives the parsed value: use it as it is, without JSON.parse"
//= at: 4:18
