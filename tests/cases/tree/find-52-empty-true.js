//+ files-tree

async () => {
  return (await state.find("/", { empty: true })).map((e) => e.path);
}

//= result: ["/hollow", "/src/empty.ts"]
