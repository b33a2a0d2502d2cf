//+ files-texts

async () => state.applyEdits([{ path: "/", content: "bad" }])

//= throws: Error
//= message: EISDIR: illegal operation on a directory, applyEdits '/' (at edits[0]; nothing was written)
//= code: EISDIR
//= path: /
//= at: 6:19
