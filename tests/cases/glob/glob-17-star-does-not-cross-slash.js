//+ files-names

async () => state.glob("/src/*")

//= result: ["/src/app.tsx", "/src/index.ts", "/src/util"]
