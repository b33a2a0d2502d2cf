//+ files-names

async () => state.glob("/**/*.ts")

//= result: ["/src/index.ts", "/src/util/.hidden.ts", "/src/util/deep/a/b.ts", "/src/util/math.ts"]
