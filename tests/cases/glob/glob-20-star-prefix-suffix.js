//+ files-names

async () => state.glob("/src/i*x.ts")

//= result: ["/src/index.ts"]
