//+ files-names

async () => state.glob("*.md")

//= result: ["/README.md"]
