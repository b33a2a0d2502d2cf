//! [files]
//! "/a.json" = "[1,]"

async () => state.readJson("/a.json")

//= throws: Error
//= message: Invalid JSON in /a.json: unexpected token ']' where a value should start (line 1, column 4); it has comments or trailing commas, which a .jsonc file may have
//= code: EBADMSG
//= path: /a.json
//= at: 4:19
