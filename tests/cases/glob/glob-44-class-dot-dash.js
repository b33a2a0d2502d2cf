//+ files-names

async () => state.glob("/docs/[a.-]*")

//= result: ["/docs/a+b(c).md", "/docs/a.md"]
