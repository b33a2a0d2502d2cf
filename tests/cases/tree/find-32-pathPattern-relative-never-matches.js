//+ files-tree

async () => {
  return (await state.find("/", { pathPattern: "src/*.ts" })).map((e) => e.path);
}

//= result: ["/src/empty.ts", "/src/index.ts"]
