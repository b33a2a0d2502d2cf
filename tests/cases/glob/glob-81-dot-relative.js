//+ files-names

async () => state.glob("./src/*.ts")

//= result: ["/src/index.ts"]
