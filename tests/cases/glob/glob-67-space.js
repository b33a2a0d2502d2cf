//+ files-names

async () => state.glob("/docs/sp ace.md")

//= result: ["/docs/sp ace.md"]
