//+ files-json

async () => state.queryJson("/c.json", ".tags[-1]")

//= result: "c"
