//+ files-tree

async () => {
  return (await state.find("/", { mtimeAfter: "2999-01-01T00:00:00Z" })).map((e) => e.path);
}

//= result: []
