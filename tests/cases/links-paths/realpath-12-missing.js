//+ files-links

async () => state.realpath("/zz")

//= throws: Error
//= message: ENOENT: no such file or directory, realpath '/zz'
//= code: ENOENT
//= path: /zz
//= at: 16:19
