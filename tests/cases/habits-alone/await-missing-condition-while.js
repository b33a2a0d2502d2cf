//+ files-project

while (state.exists("/nope")) { break }
//= throws: TypeError
//= message: state.exists(…) is a promise, which is always true: write (await state.exists(…)) in the condition
//= code: EINVAL
//= at: 21:20
