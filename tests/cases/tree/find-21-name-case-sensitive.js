//+ files-tree

async () => {
  return (await state.find("/", { name: "readme.md" })).map((e) => e.path);
}

//= result: []
