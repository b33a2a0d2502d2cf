//+ files-tree

async () => {
  return (await state.find("/src", { pathPattern: "/src/util/*" })).map((e) => e.path);
}

//= result: ["/src/util/.hid", "/src/util/deep", "/src/util/math.ts"]
