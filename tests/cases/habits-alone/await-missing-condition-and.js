//+ files-project

return state.exists("/README.md") && "yes"
//= throws: TypeError
//= message: state.exists(…) is a promise, which is always true: write (await state.exists(…)) in the condition
//= code: EINVAL
//= at: 21:20
