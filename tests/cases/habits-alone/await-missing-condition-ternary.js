//+ files-project

const ok = state.exists("/nope") ? "yes" : "no"; return ok
//= throws: TypeError
//= message: state.exists(…) is a promise, which is always true: write (await state.exists(…)) in the condition
//= code: EINVAL
//= at: 21:24
