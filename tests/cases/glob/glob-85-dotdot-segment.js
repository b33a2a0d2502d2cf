//+ files-names

async () => state.glob("/docs/../src/*.ts")

//= result: ["/src/index.ts"]
