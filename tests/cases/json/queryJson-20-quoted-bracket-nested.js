//+ files-json

async () => state.queryJson("/c.json", ".nested['deep']")

//= result: [{ x: 1 }, { x: 2, "key with space": true }]
