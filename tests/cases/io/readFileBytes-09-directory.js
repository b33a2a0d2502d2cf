//! [files]
//! "/d/e/a.txt" = "deep"

async () => state.readFileBytes("/d/e")

//= throws: Error
//= message: EISDIR: illegal operation on a directory, readFileBytes '/d/e'; it is a directory: state.readdir(path) lists it, state.searchFiles("/d/e/**", query) searches it
//= code: EISDIR
//= path: /d/e
//= at: 4:19
