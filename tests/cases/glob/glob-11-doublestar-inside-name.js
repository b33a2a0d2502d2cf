//+ files-names

async () => state.glob("/src/i**s")

//= result: ["/src/index.ts"]
