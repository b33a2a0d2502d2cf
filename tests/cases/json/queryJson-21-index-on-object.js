//+ files-json

async () => state.queryJson("/c.json", ".nested[0]")

//= throws: Error
//= message: JSON query expected array access at [0]: .nested is an object, queryJson '/c.json'
//= code: EINVAL
//= path: /c.json
//= at: 4:19
