//+ files-json

async () => state.queryJson("/c.json", "tags[2]")

//= result: "c"
