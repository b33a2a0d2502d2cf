//+ files-tree

async () => {
  return (await state.find("/", { pathPattern: "/docs/{a,b}.*" })).map((e) => e.path);
}

//= result: ["/docs/a.md", "/docs/b.txt"]
