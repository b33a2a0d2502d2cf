//+ files-tree

async () => {
  return (await state.find("/", { pathPattern: "**/*.md" })).map((e) => e.path);
}

//= result: ["/README.md", "/docs/a.md"]
