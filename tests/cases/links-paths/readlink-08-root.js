//+ files-links

async () => state.readlink("/")

//= throws: Error
//= message: EINVAL: invalid argument, readlink '/'
//= code: EINVAL
//= path: /
//= at: 16:19
