//! [files]
//! "/f" = "hello world\n"

async () => state.hashFile("/f", { algorithm: "crc32" })

//= throws: TypeError
//= message: state.hashFile: "options.algorithm" must be "md5" or "sha1" or "sha256", but is the string "crc32" — expected state.hashFile(path, options?)
//= code: EINVAL
//= at: 4:19
