//+ files-tree

async () => {
  return (await state.find("/", { sizeMin: 2, sizeMax: 4, type: "file" })).map((e) => e.path);
}

//= result: ["/README.md", "/docs/a.md", "/docs/b.txt", "/src/util/deep/z.json"]
