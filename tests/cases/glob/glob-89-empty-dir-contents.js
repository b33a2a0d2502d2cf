//+ files-names

async () => state.glob("/hollow/*")

//= result: []
