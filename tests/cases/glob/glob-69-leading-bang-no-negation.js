//+ files-names

async () => state.glob("!/docs/*")

//= result: []
