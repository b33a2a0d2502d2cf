//+ files-json

async () => state.queryJson("/c.json", ".0")

//= result: "zerokey"
