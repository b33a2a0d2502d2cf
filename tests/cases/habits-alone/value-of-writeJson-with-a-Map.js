//+ files-project

await state.writeJson("/n.json", { d: new Date(0), m: new Map([["a", 1]]), u: undefined }); return state.readFile("/n.json")
//= throws: TypeError
//= message: state.writeJson: "value.m" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.writeJson(path, value, options?)
//= code: EINVAL
//= at: 21:13
