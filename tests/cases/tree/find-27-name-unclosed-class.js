//+ files-tree

async () => {
  return (await state.find("/", { name: "[a" })).map((e) => e.path);
}

//= result: []
