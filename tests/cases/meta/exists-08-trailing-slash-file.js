//+ files-kinds

async () => state.exists("/a.txt/")

//= result: false
