//+ files-tree

async () => {
  return (await state.find("/", { name: "{a,b}.*" })).map((e) => e.path);
}

//= result: ["/docs/a.md", "/docs/b.txt"]
