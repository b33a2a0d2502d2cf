//+ files-names

async () => state.glob("/src/**/b.ts")

//= result: ["/src/util/deep/a/b.ts"]
