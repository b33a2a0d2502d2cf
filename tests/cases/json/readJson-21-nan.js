//! [files]
//! "/a.json" = "NaN"

async () => state.readJson("/a.json")

//= throws: Error
//= message: Invalid JSON in /a.json: unexpected token 'N' where a value should start (line 1, column 1)
//= code: EBADMSG
//= path: /a.json
//= at: 4:19
