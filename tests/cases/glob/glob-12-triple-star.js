//+ files-names

async () => state.glob("/src/***")

//= result: [
//=   "/src/app.tsx",
//=   "/src/index.ts",
//=   "/src/util",
//=   "/src/util/.hidden.ts",
//=   "/src/util/deep",
//=   "/src/util/deep/a",
//=   "/src/util/deep/a/b.ts",
//=   "/src/util/math.ts",
//= ]
