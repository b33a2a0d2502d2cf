//+ files-json

async () => state.queryJson("/c.json", ".nested..deep[0].x")

//= result: [1]
