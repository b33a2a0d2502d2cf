//+ files-tree

async () => {
  return (await state.find("/", { minDepth: 2, maxDepth: 2 })).map((e) => e.path);
}

//= result: ["/docs/a.md", "/docs/b.txt", "/src/empty.ts", "/src/index.ts", "/src/util"]
