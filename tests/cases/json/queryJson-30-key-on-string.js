//+ files-json

async () => state.queryJson("/c.json", ".name.length")

//= throws: Error
//= message: JSON query expected object access at "length": .name is a string, queryJson '/c.json'
//= code: EINVAL
//= path: /c.json
//= at: 4:19
