//+ files-tree

async () => {
  return (await state.find("/", { name: "?.md" })).map((e) => e.path);
}

//= result: ["/docs/a.md"]
