//+ files-names

async () => state.glob("/src/{index.ts")

//= result: []
