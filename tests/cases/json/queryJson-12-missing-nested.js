//+ files-json

async () => state.queryJson("/c.json", ".nope.deeper")

//= result: undefined
