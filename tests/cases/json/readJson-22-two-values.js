//! [files]
//! "/a.json" = "{}{}"

async () => state.readJson("/a.json")

//= throws: Error
//= message: Invalid JSON in /a.json: unexpected token '{' after the end of the document (line 1, column 3)
//= code: EBADMSG
//= path: /a.json
//= at: 4:19
