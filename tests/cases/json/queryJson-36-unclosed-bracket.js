//+ files-json

async () => state.queryJson("/c.json", ".tags[1")

//= throws: Error
//= message: Invalid JSON path: .tags[1 (the '[' is not closed), queryJson '/c.json'
//= code: EINVAL
//= path: /c.json
//= at: 4:19
