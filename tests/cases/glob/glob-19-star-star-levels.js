//+ files-names

async () => state.glob("/*/*/*.ts")

//= result: ["/src/util/.hidden.ts", "/src/util/math.ts"]
