//+ files-project

const fs = require("fs"); if (fs.promises.access("/nope")) return "yes"; return "no"
//= throws: TypeError
//= message: fs.access(…) is a promise, which is always true: write (await fs.access(…)) in the condition
//= code: EINVAL
//= at: 21:49
