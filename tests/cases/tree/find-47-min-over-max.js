//+ files-tree

async () => {
  return (await state.find("/", { minDepth: 3, maxDepth: 1 })).map((e) => e.path);
}

//= result: []
