//+ files-links

async () => state.realpath("/dang")

//= throws: Error
//= message: ENOENT: no such file or directory, realpath '/dang'
//= code: ENOENT
//= path: /dang
//= at: 16:19
