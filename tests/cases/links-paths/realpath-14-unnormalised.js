//+ files-links

async () => state.realpath("//d/./s//y/")

//= throws: Error
//= message: ENOTDIR: not a directory, which the slash at its end asks for, realpath '/d/s/y'; write state.realpath("/d/s/y")
//= code: ENOTDIR
//= path: /d/s/y
//= at: 16:19
