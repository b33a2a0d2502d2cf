//! [files]
//! "/a.json" = "[1,]"

async () => state.readJson("/a.json")

//= throws: Error
//= message: Invalid JSON in /a.json: unexpected token ']' where a value should start (line 1, column 4)
//= code: EBADMSG
//= path: /a.json
//= at: 4:19
