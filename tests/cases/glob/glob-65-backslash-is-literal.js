//+ files-names

async () => state.glob("/docs/back\\slash.md")

//= result: ["/docs/back\\slash.md"]
