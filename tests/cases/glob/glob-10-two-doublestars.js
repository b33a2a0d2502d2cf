//+ files-names

async () => state.glob("/**/util/**/*.ts")

//= result: ["/src/util/.hidden.ts", "/src/util/deep/a/b.ts", "/src/util/math.ts"]
