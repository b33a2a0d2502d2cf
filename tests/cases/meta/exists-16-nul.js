//+ files-kinds

async () => state.exists("/a.txt\u0000")

//= result: false
