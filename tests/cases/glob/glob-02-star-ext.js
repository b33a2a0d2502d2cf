//+ files-names

async () => state.glob("/*.json")

//= result: ["/package.json"]
