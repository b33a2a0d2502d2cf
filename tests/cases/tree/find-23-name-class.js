//+ files-tree

async () => {
  return (await state.find("/", { name: "[ab].*" })).map((e) => e.path);
}

//= result: ["/docs/a.md", "/docs/b.txt"]
