//+ files-names

async () => state.glob("/docs/*].md")

//= result: ["/docs/[x].md"]
