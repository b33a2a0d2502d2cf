//+ files-links

async () => state.realpath("/a\u0000")

//= throws: Error
//= message: EINVAL: path contains a null character, realpath '/a\u0000'
//= code: EINVAL
//= path: /a\u0000
//= at: 16:19
