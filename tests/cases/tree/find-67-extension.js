//+ files-tree

async () => {
  return (await state.find("/", { extension: "md", maxDepth: 0 })).map((e) => e.path);
}

//= result: []
