//+ files-names

async () => state.glob("/docs/[x.md")

//= result: []
