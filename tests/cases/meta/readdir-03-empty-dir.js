//+ files-kinds

async () => state.readdir("/e")

//= result: []
