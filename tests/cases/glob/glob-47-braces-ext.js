//+ files-names

async () => state.glob("/**/*.{ts,tsx}")

//= result: [
//=   "/src/app.tsx",
//=   "/src/index.ts",
//=   "/src/util/.hidden.ts",
//=   "/src/util/deep/a/b.ts",
//=   "/src/util/math.ts",
//= ]
