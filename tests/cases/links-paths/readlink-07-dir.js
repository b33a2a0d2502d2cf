//+ files-links

async () => state.readlink("/d")

//= throws: Error
//= message: EINVAL: invalid argument, readlink '/d'
//= code: EINVAL
//= path: /d
//= at: 16:19
