//! [files]
//! "/f/x" = ""

async () => state.hashFile("/f")

//= throws: Error
//= message: EISDIR: illegal operation on a directory, hashFile '/f'
//= code: EISDIR
//= path: /f
//= at: 4:19
