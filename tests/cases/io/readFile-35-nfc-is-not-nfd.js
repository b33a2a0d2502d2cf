//! [files]
//! "/café" = "nfc"

async () => state.readFile("/café")

//= throws: Error
//= message: ENOENT: no such file or directory, readFile '/café'
//= code: ENOENT
//= path: /café
//= at: 4:19
