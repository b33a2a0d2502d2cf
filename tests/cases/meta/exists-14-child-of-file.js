//+ files-kinds

async () => state.exists("/a.txt/b")

//= result: false
