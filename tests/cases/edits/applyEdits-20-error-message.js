//! [files]
//! "/a.js" = "const a = 1;\nfoo(a);\n"
//! "/b.json" = "{\"x\":1}"
//! "/c.txt" = "one\ntwo\nthree\n"

async () => state.applyEdits([{ path: "/", content: "bad" }])

//= throws: Error
//= message: EISDIR: illegal operation on a directory, applyEdits '/' (at edits[0]; nothing was written)
//= code: EISDIR
//= path: /
//= at: 6:19
