//+ files-links

async () => state.readlink("/loop/x")

//= throws: Error
//= message: ELOOP: too many levels of symbolic links, readlink '/loop/x'
//= code: ELOOP
//= path: /loop/x
//= at: 16:19
