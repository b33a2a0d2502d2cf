//+ files-json

async () => state.queryJson("/c.json", "name")

//= result: "app"
