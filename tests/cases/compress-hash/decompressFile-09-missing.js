async () => state.decompressFile("/zz.gz")

//= throws: Error
//= message: ENOENT: no such file or directory, decompressFile '/zz.gz'
//= code: ENOENT
//= path: /zz.gz
//= at: 1:19
