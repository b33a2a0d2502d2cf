//+ files-tree

async () => {
  return (await state.find("/", { type: [] })).map((e) => e.path);
}

//= result: []
