async () => state.writeFile("/a", { an: "object" })

//= throws: TypeError
//= message: state.writeFile: "content" must be a string or bytes, but is an object {an} — expected state.writeFile(path, content); as JSON it is await state.writeJson("/a", value), or pass JSON.stringify(value)
//= code: EINVAL
//= at: 1:19
