async () => state.writeFile({ path: "/a" })

//= throws: TypeError
//= message: state.writeFile: missing required parameter "content" — expected state.writeFile(path, content)
//= code: EINVAL
//= at: 1:19
