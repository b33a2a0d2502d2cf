//+ files-tree

async () => {
  return (await state.find("/", { name: "index.ts" })).map((e) => e.path);
}

//= result: ["/src/index.ts"]
