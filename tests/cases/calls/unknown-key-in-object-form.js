async () => state.writeFile({ path: "/a", text: "x" })

//= throws: TypeError
//= message: state.writeFile: unknown parameter "text" — expected state.writeFile(path, content), or one object with these names
//= code: EINVAL
//= at: 1:19
