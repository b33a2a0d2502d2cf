//+ files-project

if (fs.exists("/nope")) return "yes"; return "no"
//= throws: TypeError
//= message: fs.exists(…) is a promise, which is always true: write (await fs.exists(…)) in the condition
//= code: EINVAL
//= at: 21:14
