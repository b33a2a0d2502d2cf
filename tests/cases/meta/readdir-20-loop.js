//+ files-kinds

async () => state.readdir("/loop")

//= throws: Error
//= message: ELOOP: too many levels of symbolic links, readdir '/loop'
//= code: ELOOP
//= path: /loop
//= at: 10:19
