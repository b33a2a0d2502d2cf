//! [files]
//! "/c.json" = "nope"

async () => state.updateJson("/c.json", [{ op: "set", path: "a", value: 1 }])

//= throws: Error
//= message: Invalid JSON in /c.json: unexpected token 'o' in a literal: expected null (line 1, column 2)
//= code: EBADMSG
//= path: /c.json
//= at: 4:19
