//+ files-json

async () => state.queryJson("/c.json", ".tags[1.5]")

//= throws: Error
//= message: Invalid JSON path: .tags[1.5] ([1.5] is not understood; write an index such as [0], every element as [*], or a key as ["key"]), queryJson '/c.json'
//= code: EINVAL
//= path: /c.json
//= at: 4:19
