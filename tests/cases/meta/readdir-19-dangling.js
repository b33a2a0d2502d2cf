//+ files-kinds

async () => state.readdir("/dang")

//= throws: Error
//= message: ENOENT: no such file or directory, readdir '/dang'
//= code: ENOENT
//= path: /dang
//= at: 10:19
