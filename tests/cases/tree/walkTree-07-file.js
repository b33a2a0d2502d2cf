//+ files-tree

async () => state.walkTree("/README.md")

//= result: { path: "/README.md", name: "README.md", type: "file", size: 4 }
