//+ files-tree

async () => {
  return (await state.find("/", { type: "file", name: "*.ts", minDepth: 2, sizeMin: 1 })).map((e) => e.path);
}

//= result: ["/src/index.ts", "/src/util/math.ts"]
