//+ files-json

async () => state.queryJson("/c.json", ".tags[*]")

//= result: ["a", "b", "c"]
