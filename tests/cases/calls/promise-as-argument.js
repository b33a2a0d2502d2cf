async () => state.readFile(state.resolvePath("/", "a"))

//= throws: TypeError
//= message: state.readFile: an argument is a Promise; write `await` before what gives it
//= code: EINVAL
//= at: 1:19
