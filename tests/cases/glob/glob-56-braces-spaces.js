//+ files-names

async () => state.glob("/{src, docs}/*")

//= result: ["/src/app.tsx", "/src/index.ts", "/src/util"]
