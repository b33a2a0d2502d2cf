//! [limits]
//! entries = 2

async () => state.writeFile("/a/b/c", "x")

//= throws: Error
//= message: ENOSPC: no space left: the workspace would hold 3 entries, at most 2 are allowed, writeFile
//= code: ENOSPC
//= at: 4:19
