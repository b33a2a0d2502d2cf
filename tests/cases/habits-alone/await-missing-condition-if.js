//+ files-project

if (state.exists("/nothing")) { return "exists" } return "no"
//= throws: TypeError
//= message: state.exists(…) is a promise, which is always true: write (await state.exists(…)) in the condition
//= code: EINVAL
//= at: 21:17
