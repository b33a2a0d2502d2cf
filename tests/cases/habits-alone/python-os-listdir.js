//+ files-project

return os.listdir("/src")
//= throws: ReferenceError
//= message: os is not defined; no command can be run here; use the methods of `state`
//= at: 21:8
