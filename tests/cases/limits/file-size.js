//! [limits]
//! file_bytes = 10

async () => state.writeFile("/a", "12345678901")

//= throws: Error
//= message: EFBIG: file too large: 11 bytes, at most 10 are allowed, writeFile '/a'
//= code: EFBIG
//= path: /a
//= at: 4:19
