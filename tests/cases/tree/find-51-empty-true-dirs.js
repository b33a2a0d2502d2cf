//+ files-tree

async () => {
  return (await state.find("/", { empty: true, type: "directory" })).map((e) => e.path);
}

//= result: ["/hollow"]
