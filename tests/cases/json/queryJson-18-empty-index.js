//+ files-json

async () => state.queryJson("/c.json", ".tags[]")

//= throws: Error
//= message: Invalid JSON path: .tags[] (the brackets are empty; write an index such as [0], or a key as ["key"]), queryJson '/c.json'
//= code: EINVAL
//= path: /c.json
//= at: 4:19
