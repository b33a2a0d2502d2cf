//+ files-tree

async () => {
  return (await state.find("/", { name: "" })).map((e) => e.path);
}

//= result: []
