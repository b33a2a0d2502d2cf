//+ files-tree

async () => state.walkTree("/hollow")

//= result: { path: "/hollow", name: "hollow", type: "directory", size: 0, children: [] }
