//+ files-tree

async () => {
  return (await state.find("/", { mtimeBefore: new Date(0) })).map((e) => e.path);
}

//= result: []
