//+ files-names

async () => state.glob("/docs[^x]a.md")

//= result: []
