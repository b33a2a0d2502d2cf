//! [files]
//! "/d.md/x" = ""

async () => state.detectFile("/d.md")

//= throws: Error
//= message: EISDIR: illegal operation on a directory, detectFile '/d.md'
//= code: EISDIR
//= path: /d.md
//= at: 4:19
