//+ files-tree

async () => {
  return (await state.find("/", { name: "[!a].*" })).map((e) => e.path);
}

//= result: ["/docs/b.txt", "/src/util/deep/z.json"]
