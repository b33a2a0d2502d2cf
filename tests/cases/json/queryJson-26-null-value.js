//+ files-json

async () => state.queryJson("/c.json", ".none")

//= result: null
