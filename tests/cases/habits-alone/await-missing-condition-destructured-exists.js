//+ files-project

const { exists, readFile } = state; if (exists("/nope")) return "yes"; return "no"
//= throws: TypeError
//= message: exists(…) is a promise, which is always true: write (await exists(…)) in the condition
//= code: EINVAL
//= at: 21:47
