//+ files-kinds

async () => state.exists("/a.txt")

//= result: true
