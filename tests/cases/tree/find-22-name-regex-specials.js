//+ files-tree

async () => {
  return (await state.find("/", { name: "READMExmd" })).map((e) => e.path);
}

//= result: []
