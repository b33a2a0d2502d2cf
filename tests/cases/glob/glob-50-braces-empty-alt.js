//+ files-names

async () => state.glob("/package{,.json}")

//= result: ["/package.json"]
