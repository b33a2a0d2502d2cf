//+ files-project

if (!state.exists("/nope")) await state.writeFile("/x", "1"); return state.exists("/x")
//= throws: TypeError
//= message: state.exists(…) is a promise, which is always true: write (await state.exists(…)) in the condition
//= code: EINVAL
//= at: 21:18
