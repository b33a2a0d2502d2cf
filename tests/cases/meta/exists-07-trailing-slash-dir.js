//+ files-kinds

async () => state.exists("/d/")

//= result: true
