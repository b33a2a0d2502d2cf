//+ files-json

async () => state.queryJson("/c.json", ".ключ")

//= result: "юникод"
