//+ files-tree

async () => {
  return (await state.find("/", { sizeMax: 0, type: "directory" })).map((e) => e.path);
}

//= result: ["/", "/docs", "/hollow", "/src", "/src/util", "/src/util/deep"]
