//! [files]
//! "/a.json" = "{'a':1}"

async () => state.readJson("/a.json")

//= throws: Error
//= message: Invalid JSON in /a.json: unexpected token ''' in an object: expected a property name in double quotes, or '}' (line 1, column 2)
//= code: EBADMSG
//= path: /a.json
//= at: 4:19
