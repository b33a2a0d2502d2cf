//+ files-kinds

async () => state.readdirWithFileTypes("/e")

//= result: []
