async () => state.readfile("/a")

//= throws: TypeError
//= message: state.readfile is not a function. Did you mean state.readFile?
//= at: 1:19
