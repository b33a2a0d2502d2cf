//+ files-tree

async () => {
  return (await state.find("/", { name: "*.ts" })).map((e) => e.path);
}

//= result: ["/src/empty.ts", "/src/index.ts", "/src/util/math.ts"]
