async () => state.writeFile("/a", { an: "object" })

//= throws: TypeError
//= message: state.writeFile: "content" must be a string, but is an object {an} — expected state.writeFile(path, content)
//= code: EINVAL
//= at: 1:19
