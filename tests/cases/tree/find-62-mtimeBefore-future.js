//+ files-tree

async () => {
  return (await state.find("/", { mtimeBefore: new Date("2999-01-01"), type: "file" })).map((e) => e.path);
}

//= result: [
//=   "/README.md",
//=   "/docs/a.md",
//=   "/docs/b.txt",
//=   "/src/empty.ts",
//=   "/src/index.ts",
//=   "/src/util/.hid",
//=   "/src/util/deep/z.json",
//=   "/src/util/math.ts",
//= ]
