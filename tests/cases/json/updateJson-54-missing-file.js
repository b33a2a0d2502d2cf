async () => state.updateJson("/c.json", [{ op: "set", path: "a", value: 1 }])

//= throws: Error
//= message: ENOENT: no such file or directory, updateJson '/c.json'
//= code: ENOENT
//= path: /c.json
//= at: 1:19
