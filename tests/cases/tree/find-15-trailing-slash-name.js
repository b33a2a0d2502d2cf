//+ files-tree

async () => {
  return (await state.find("/src/"))[0].name;
}

//= result: "src"
