//+ files-names

async () => state.glob("/readme.md")

//= result: []
