//+ files-names

async () => state.glob("/src")

//= result: ["/src"]
