//+ files-tree

async () => {
  return (await state.find("/", { type: ["directory", "symlink"] })).map((e) => e.path);
}

//= result: ["/", "/dang", "/docs", "/hollow", "/l", "/ld", "/src", "/src/util", "/src/util/deep"]
