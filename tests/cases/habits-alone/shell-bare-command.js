//+ files-project

ls /src
//= throws: ReferenceError
//= message: ls is not defined; did you mean state.readdir(path)?
//= at: 21:1
