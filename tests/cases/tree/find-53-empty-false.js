//+ files-tree

async () => {
  return (await state.find("/", { empty: false, type: "file" })).map((e) => e.path);
}

//= result: [
//=   "/README.md",
//=   "/docs/a.md",
//=   "/docs/b.txt",
//=   "/src/index.ts",
//=   "/src/util/.hid",
//=   "/src/util/deep/z.json",
//=   "/src/util/math.ts",
//= ]
