//+ files-json

async () => state.queryJson("/c.json", ".zero")

//= result: 0
