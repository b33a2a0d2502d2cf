//+ files-kinds

async () => state.lstat("/loop/x")

//= throws: Error
//= message: ELOOP: too many levels of symbolic links, lstat '/loop/x'
//= code: ELOOP
//= path: /loop/x
//= at: 10:19
