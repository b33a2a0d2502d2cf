//+ files-tree

async () => {
  return (await state.find("/", { maxDepth: 1 })).map((e) => e.path);
}

//= result: ["/", "/README.md", "/dang", "/docs", "/hollow", "/l", "/ld", "/src"]
