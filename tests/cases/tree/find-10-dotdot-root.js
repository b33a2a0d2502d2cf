//+ files-tree

async () => {
  return (await state.find("/docs/../src")).map((e) => e.path);
}

//= result: [
//=   "/src",
//=   "/src/empty.ts",
//=   "/src/index.ts",
//=   "/src/util",
//=   "/src/util/.hid",
//=   "/src/util/deep",
//=   "/src/util/deep/z.json",
//=   "/src/util/math.ts",
//= ]
