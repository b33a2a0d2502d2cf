//+ files-tree

async () => {
  return (await state.find("/README.md/x")).map((e) => e.path);
}

//= result: []
