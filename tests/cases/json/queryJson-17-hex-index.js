//+ files-json

async () => state.queryJson("/c.json", ".tags[0x1]")

//= throws: Error
//= message: Invalid JSON path: .tags[0x1] ([0x1] is not understood; write an index such as [0], every element as [*], or a key as ["key"]), queryJson '/c.json'
//= code: EINVAL
//= path: /c.json
//= at: 4:19
