//+ files-names

async () => state.glob("/docs/[^a].*")

//= result: ["/docs/b.txt"]
