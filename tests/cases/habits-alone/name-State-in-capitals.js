//+ files-project

return State.readFile("/README.md")
//= throws: ReferenceError
//= message: State is not defined; did you mean state?
//= at: 21:8
