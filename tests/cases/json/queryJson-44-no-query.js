//+ files-json

async () => state.queryJson("/c.json")

//= throws: TypeError
//= message: state.queryJson: missing required parameter "query" — expected state.queryJson(path, query)
//= code: EINVAL
//= at: 4:19
