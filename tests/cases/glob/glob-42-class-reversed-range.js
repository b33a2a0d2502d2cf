//+ files-names

async () => state.glob("/data/[9-0].csv")

//= throws: Error
//= message: EINVAL: bad glob pattern '/data/[9-0].csv' at character 8: the range 9-0 runs backwards; write [0-9], or \[ for a plain bracket, glob
//= code: EINVAL
//= at: 29:19
